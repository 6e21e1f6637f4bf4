import { isJsonObject, type JsonObject } from '../../model/json.ts';

/** Data as an API server will have it: fields that are `undefined` are not there. */
export function plainJson(data: object): JsonObject {
  const json: unknown = JSON.parse(JSON.stringify(data));
  if (!isJsonObject(json)) throw new TypeError('this is no JSON object');
  return json;
}
