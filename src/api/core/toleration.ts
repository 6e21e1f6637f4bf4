import { z } from 'zod';
import type { Immutable } from '../meta/immutable.ts';

/** Kubernetes' Toleration. */
export const toleration = z.strictObject({
  key: z.string().exactOptional(),
  operator: z.string().exactOptional(),
  value: z.string().exactOptional(),
  effect: z.string().exactOptional(),
  tolerationSeconds: z.int().exactOptional(),
});

/** A taint that a pod can live with. */
export type Toleration = Immutable<z.output<typeof toleration>>;
