import type { JsonObject } from '../model/json.ts';
import { objectAt, objectsAt, textAt } from '../model/json-field.ts';

/** The Secrets that the volumes of a Pod's spec, or of a Tekton task's, show: all that any of its phases may see. */
export function mountedSecrets(spec: JsonObject): readonly string[] {
  const names = objectsAt(spec, 'volumes').map((volume) => textAt(objectAt(volume, 'secret'), 'secretName'));
  return [...new Set(names.filter((name) => name !== undefined))];
}
