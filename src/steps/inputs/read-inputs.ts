import { readFile } from 'node:fs/promises';
import type { BuildInputs } from '../../model/build-inputs.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../model/json.ts';

/** What a step is told, or a sentence on why it cannot be read. */
export type ReadInputs =
  { readonly kind: 'inputs'; readonly inputs: BuildInputs } | { readonly kind: 'unreadable'; readonly reason: string };

/** Reads the inputs of a Build. Who wrote them is a taskpack that may be older or newer than the step, and nobody else. */
export async function readInputs(file: string): Promise<ReadInputs> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return unreadable(`${file}, which says what to build, cannot be read`);
  const value = parseJson(text);
  if (!isJsonObject(value)) return unreadable(`${file}, which says what to build, is no JSON object`);
  if (!isBuildInputs(value)) {
    const version = JSON.stringify(value['version']) ?? 'none';
    return unreadable(
      `${file} has version ${version} of the inputs, and this step reads version 1: use the steps image of the release that made the workload`,
    );
  }
  return { kind: 'inputs', inputs: value };
}

function isBuildInputs(value: JsonObject): value is JsonObject & BuildInputs {
  return value['version'] === 1;
}

function unreadable(reason: string): ReadInputs {
  return { kind: 'unreadable', reason };
}
