import * as z from 'zod';
import { optionalString } from '../optional-fields.ts';

/** Kubernetes' ObjectReference. All fields are optional. */
export const objectReference = z.strictObject({
  kind: optionalString,
  namespace: optionalString,
  name: optionalString,
  uid: optionalString,
  apiVersion: optionalString,
  resourceVersion: optionalString,
  fieldPath: optionalString,
});

/** Kubernetes' LocalObjectReference. */
export const localObjectReference = z.strictObject({ name: optionalString });

/** A reference to a ServiceAccount from a cluster-scoped object. */
export const serviceAccountReference = objectReference.extend({ name: z.string(), namespace: z.string() });
