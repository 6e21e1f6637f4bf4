import * as z from 'zod';

/** Kubernetes' ContainerState. */
export const containerState = z.looseObject({
  waiting: z.looseObject({ reason: z.string().exactOptional(), message: z.string().exactOptional() }).exactOptional(),
  running: z.looseObject({ startedAt: z.string().exactOptional() }).exactOptional(),
  terminated: z
    .looseObject({
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
