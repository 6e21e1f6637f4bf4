import { objectAt } from '../../../model/json-field.ts';
import type { JsonObject } from '../../../model/json.ts';
import { pick } from './pick.ts';

/** Of a workload's metadata what names it and tells whether it goes away, and these of its annotations. */
export function slimMetadata(metadata: JsonObject, annotations: readonly string[]): JsonObject {
  return {
    ...pick(metadata, 'name', 'namespace', 'deletionTimestamp', 'deletionGracePeriodSeconds'),
    annotations: pick(objectAt(metadata, 'annotations'), ...annotations),
  };
}
