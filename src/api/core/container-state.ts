import { z } from 'zod';

/** Kubernetes' ContainerState. */
export const containerState = z.strictObject({
  waiting: z.strictObject({ reason: z.string().exactOptional(), message: z.string().exactOptional() }).exactOptional(),
  running: z.strictObject({ startedAt: z.string().exactOptional() }).exactOptional(),
  terminated: z
    .strictObject({
      exitCode: z.int(),
      signal: z.int().exactOptional(),
      reason: z.string().exactOptional(),
      message: z.string().exactOptional(),
      startedAt: z.string().exactOptional(),
      finishedAt: z.string().exactOptional(),
      containerID: z.string().exactOptional(),
    })
    .exactOptional(),
});
