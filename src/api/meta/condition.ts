import { z } from 'zod';
import type { Immutable } from './immutable.ts';

/** A condition as kpack writes it (Knative's shape). */
export const condition = z.strictObject({
  type: z.string(),
  status: z.string(),
  severity: z.string().exactOptional(),
  lastTransitionTime: z.string().exactOptional(),
  reason: z.string().exactOptional(),
  message: z.string().exactOptional(),
});

/** One thing that is so, is not so, or is not known yet. */
export type Condition = Immutable<z.output<typeof condition>>;
