import * as z from 'zod';

/** A phase of a Build, and when it ran. */
export const buildStep = z.looseObject({
  name: z.string(),
  startedAt: z.string().exactOptional(),
  finishedAt: z.string().exactOptional(),
  exitCode: z.int().exactOptional(),
});
