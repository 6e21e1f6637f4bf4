import { isJsonObject, type Json, type JsonObject } from '../../src/core/model/json.ts';

/** Applies a JSON merge patch (RFC 7386) to an object. */
export function mergePatched(target: JsonObject, patch: JsonObject): JsonObject {
  return merged(target, patch) as JsonObject;
}

function merged(target: Json | undefined, patch: Json): Json {
  if (!isJsonObject(patch)) return patch;
  const before = isJsonObject(target) ? target : {};
  const kept = Object.entries(before).filter(([key]) => patch[key] !== null);
  const changes = Object.entries(patch).filter(([, value]) => value !== null);
  return Object.fromEntries([...kept, ...changes.map(([key, value]) => [key, merged(before[key], value)] as const)]);
}
