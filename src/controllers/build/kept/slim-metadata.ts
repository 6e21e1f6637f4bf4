import { objectAt } from '../../../model/json-field.ts';
import type { JsonObject } from '../../../model/json.ts';
import { only } from './only.ts';

/** Of a workload's metadata what names it and tells whether it goes away, and these of its annotations. */
export function slimMetadata(metadata: JsonObject, annotations: readonly string[]): JsonObject {
  return {
    ...only(metadata, 'name', 'namespace', 'deletionTimestamp', 'deletionGracePeriodSeconds'),
    annotations: only(objectAt(metadata, 'annotations'), ...annotations),
  };
}
