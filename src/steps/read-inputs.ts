import { readFile } from 'node:fs/promises';
import type { BuildInputs } from '../core/model/build-inputs.ts';
import { isJsonObject, parseJson, type JsonObject } from '../core/model/json.ts';
import { StepError } from '../core/model/step-failures/step-error.ts';

/**
 * Reads the inputs of a Build. Only the version is checked, because taskpack itself writes the file. Its version can differ
 * from the step's. Rejects with `InputsUnusable`.
 */
export async function readInputs(file: string): Promise<BuildInputs> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new StepError('InputsUnusable', `cannot read ${file}, the inputs of the Build`, cause);
  });
  const value = parseJson(text);
  if (!isJsonObject(value)) {
    throw new StepError('InputsUnusable', `${file}, the inputs of the Build, is not a JSON object`);
  }
  if (isBuildInputs(value)) return value;
  const version = JSON.stringify(value['version']) ?? 'none';
  throw new StepError(
    'InputsUnusable',
    `${file} has version ${version} of the inputs, but this step reads version 1: use the steps image of the taskpack release that created the workload`,
  );
}

function isBuildInputs(value: JsonObject): value is JsonObject & BuildInputs {
  return value['version'] === 1;
}
