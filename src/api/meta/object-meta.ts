import * as z from 'zod';
import type { Immutable } from './immutable.ts';
import { managedFieldsEntry } from './managed-fields-entry.ts';
import { ownerReference } from './owner-reference.ts';
import { stringMap } from './string-map.ts';

/** Kubernetes' ObjectMeta, whole; of an object that must have a name. */
export const objectMeta = z.strictObject({
  name: z.string(),
  generateName: z.string().exactOptional(),
  namespace: z.string().exactOptional(),
  selfLink: z.string().exactOptional(),
  uid: z.string().exactOptional(),
  resourceVersion: z.string().exactOptional(),
  generation: z.int().exactOptional(),
  creationTimestamp: z.string().exactOptional(),
  deletionTimestamp: z.string().exactOptional(),
  deletionGracePeriodSeconds: z.int().exactOptional(),
  labels: stringMap.exactOptional(),
  annotations: stringMap.exactOptional(),
  ownerReferences: z.array(ownerReference).exactOptional(),
  finalizers: z.array(z.string()).exactOptional(),
  managedFields: z.array(managedFieldsEntry).exactOptional(),
});

/** What every Kubernetes object says of itself. */
export type ObjectMeta = Immutable<z.output<typeof objectMeta>>;
