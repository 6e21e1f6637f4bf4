import * as z from 'zod';

/** Kubernetes' ObjectReference, of which nothing is required by itself. */
export const objectReference = z.strictObject({
  kind: z.string().exactOptional(),
  namespace: z.string().exactOptional(),
  name: z.string().exactOptional(),
  uid: z.string().exactOptional(),
  apiVersion: z.string().exactOptional(),
  resourceVersion: z.string().exactOptional(),
  fieldPath: z.string().exactOptional(),
});
