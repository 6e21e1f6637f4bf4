import * as z from 'zod';

/** Kubernetes' ObjectReference. All fields are optional. */
export const objectReference = z.strictObject({
  kind: z.string().exactOptional(),
  namespace: z.string().exactOptional(),
  name: z.string().exactOptional(),
  uid: z.string().exactOptional(),
  apiVersion: z.string().exactOptional(),
  resourceVersion: z.string().exactOptional(),
  fieldPath: z.string().exactOptional(),
});

/** Kubernetes' LocalObjectReference. */
export const localObjectReference = z.strictObject({ name: z.string().exactOptional() });

/** A reference to a ServiceAccount from a cluster-scoped object. */
export const serviceAccountReference = objectReference.extend({ name: z.string(), namespace: z.string() });
