import * as z from 'zod';

/** Kubernetes' LocalObjectReference. */
export const localObjectReference = z.strictObject({ name: z.string().exactOptional() });
