import { z } from 'zod';
import type { Immutable } from './immutable.ts';

/** Kubernetes' OwnerReference. */
export const ownerReference = z.strictObject({
  apiVersion: z.string(),
  kind: z.string(),
  name: z.string(),
  uid: z.string(),
  controller: z.boolean().exactOptional(),
  blockOwnerDeletion: z.boolean().exactOptional(),
});

/** The object that another one belongs to and is deleted with. */
export type OwnerReference = Immutable<z.output<typeof ownerReference>>;
