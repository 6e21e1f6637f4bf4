import * as z from 'zod';

/** Kubernetes' Toleration. */
export const toleration = z.strictObject({
  key: z.string().exactOptional(),
  operator: z.string().exactOptional(),
  value: z.string().exactOptional(),
  effect: z.string().exactOptional(),
  tolerationSeconds: z.int().exactOptional(),
});
