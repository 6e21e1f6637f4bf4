import { isJsonObject, type Json, type JsonObject } from '../../../src/core/model/json.ts';
import { objectAt, objectsAt, textsAt } from '../../support/json-field.ts';

/** A status without empty values, which only Go writes, and without times. */
export interface PlainSource {
  /** For example `Ready=False SourceDenied …`. */
  readonly conditions: readonly string[];
  readonly source: JsonObject;
  readonly observedGeneration: Json | undefined;
}

export function plainSource(status: JsonObject): PlainSource {
  const conditions = objectsAt(status, 'conditions').map((condition) => {
    const { type, status: is, reason, message } = textsAt(condition, 'type', 'status', 'reason', 'message');
    return [`${type}=${is}`, reason, message].filter((text) => text !== undefined).join(' ');
  });
  const { observedGeneration } = status;
  return { conditions, source: withoutEmpty(objectAt(status, 'source')), observedGeneration };
}

function withoutEmpty(object: JsonObject): JsonObject {
  const entries = Object.entries(object).flatMap(([key, value]): readonly (readonly [string, Json])[] => {
    if (value === undefined || value === null || value === '' || value === false || value === 0) return [];
    return [[key, isJsonObject(value) ? withoutEmpty(value) : value]];
  });
  return Object.fromEntries(entries);
}
