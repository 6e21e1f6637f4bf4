import { readFile } from 'node:fs/promises';
import type { BuildInputs } from '../model/build-inputs.ts';
import { isJsonObject, parseJson, type JsonObject } from '../model/json.ts';
import { StepError } from './step-error.ts';

/**
 * Reads the inputs of a Build. Who wrote them is a taskpack that may be older or newer than the step, and nobody else.
 * Rejects with `InputsUnusable`.
 */
export async function readInputs(file: string): Promise<BuildInputs> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new StepError('InputsUnusable', `${file}, which says what to build, cannot be read`, cause);
  });
  const value = parseJson(text);
  if (!isJsonObject(value)) {
    throw new StepError('InputsUnusable', `${file}, which says what to build, is no JSON object`);
  }
  if (isBuildInputs(value)) return value;
  const version = JSON.stringify(value['version']) ?? 'none';
  throw new StepError(
    'InputsUnusable',
    `${file} has version ${version} of the inputs, and this step reads version 1: use the steps image of the release that made the workload`,
  );
}

function isBuildInputs(value: JsonObject): value is JsonObject & BuildInputs {
  return value['version'] === 1;
}
