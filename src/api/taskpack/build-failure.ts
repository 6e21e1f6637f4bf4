import * as z from 'zod';

/** Why a Build has failed (docs/build-failures.md). */
export const buildFailure = z.looseObject({
  reason: z.string(),
  phase: z.string().exactOptional(),
  exitCode: z.int().exactOptional(),
  actor: z.string(),
  message: z.string(),
  advice: z.string(),
  log: z.array(z.string()).exactOptional(),
});
