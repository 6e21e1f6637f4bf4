import { readFile } from 'node:fs/promises';
import type { BuildInputs } from '../../model/build-inputs.ts';
import { isJsonList, isJsonObject, parseJson, type JsonObject } from '../../model/json.ts';
import { PrepareError } from './failure.ts';

/** Reads what prepare is told. Rejects with `BadInputs`. */
export async function readInputs(file: string): Promise<BuildInputs> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new PrepareError('BadInputs', `the inputs ${file} cannot be read`, error);
  });
  const value = parseJson(text);
  if (isInputs(value)) return value;
  throw new PrepareError('BadInputs', `${file} is no document of inputs of version 1: controller and steps differ`);
}

/** Whether a value has the shape of inputs. Only our own writer writes them, so the kinds of its parts are enough. */
function isInputs(value: unknown): value is BuildInputs & JsonObject {
  if (!isJsonObject(value) || value['version'] !== 1) return false;
  const { tags, runImage, credentials, application } = value;
  return isTags(tags) && typeof runImage === 'string' && isCredentials(credentials) && isApplication(application);
}

function isTags(tags: unknown): boolean {
  return Array.isArray(tags) && tags.length > 0 && tags.every((tag) => typeof tag === 'string');
}

function isCredentials(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const lists = [value['source'], value['registry'], value['imagePull']];
  return lists.every((list) => list !== undefined && isJsonList(list));
}

function isApplication(value: unknown): boolean {
  if (value === undefined) return true;
  if (!isJsonObject(value)) return false;
  const { source, environment } = value;
  return (
    isJsonObject(source) && typeof source['kind'] === 'string' && environment !== undefined && isJsonList(environment)
  );
}
