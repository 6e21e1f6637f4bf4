import * as z from 'zod';

/** A condition as kpack writes it (Knative's shape). */
export const condition = z.looseObject({
  type: z.string(),
  status: z.string(),
  severity: z.string().exactOptional(),
  lastTransitionTime: z.string().exactOptional(),
  reason: z.string().exactOptional(),
  message: z.string().exactOptional(),
});
