import * as z from 'zod';

/** Kubernetes' ManagedFieldsEntry, which `kubectl get --show-managed-fields` prints. */
export const managedFieldsEntry = z.strictObject({
  manager: z.string().exactOptional(),
  operation: z.string().exactOptional(),
  apiVersion: z.string().exactOptional(),
  time: z.string().exactOptional(),
  fieldsType: z.string().exactOptional(),
  fieldsV1: z.unknown().exactOptional(),
  subresource: z.string().exactOptional(),
});
