import { isJsonObject, type Json, type JsonObject } from '../../../src/core/model/json.ts';
import { objectsAt, textsAt } from '../../support/json-field.ts';

/** Returns the status without empty values, which only Go writes, and without timestamps of writing. */
export interface PlainStatus {
  readonly condition: { readonly status?: string; readonly reason?: string; readonly message?: string };
  readonly fields: JsonObject;
}

export function plain(status: JsonObject): PlainStatus {
  const { conditions: _, ...fields } = status;
  const [condition = {}] = objectsAt(status, 'conditions');
  return { condition: textsAt(condition, 'status', 'reason', 'message'), fields };
}

/** Returns each value of a status by path, as JSON. */
export function leavesOf({ condition, fields }: PlainStatus): ReadonlyMap<string, string> {
  return new Map([...leaves('condition', { ...condition }), ...leaves('status', fields)]);
}

function leaves(path: string, value: Json): readonly (readonly [string, string])[] {
  if (value === null || value === '') return [];
  if (Array.isArray(value)) return value.flatMap((item: Json, index) => leaves(`${path}[${index}]`, item));
  if (!isJsonObject(value)) return [[path, JSON.stringify(value)]];
  return Object.entries(value).flatMap(([key, item]) => leaves(`${path}.${key}`, item));
}
