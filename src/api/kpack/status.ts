import * as z from 'zod';

/** A condition of a kpack resource (Knative's Condition). */
const condition = z.looseObject({
  type: z.string(),
  status: z.string(),
  severity: z.string().exactOptional(),
  lastTransitionTime: z.string().exactOptional(),
  reason: z.string().exactOptional(),
  message: z.string().exactOptional(),
});

/** The fields that all statuses of kpack share. Unknown fields are valid, because later versions may add fields. */
export const status = z.looseObject({
  observedGeneration: z.int().exactOptional(),
  conditions: z.array(condition).exactOptional(),
});

/** kpack's BuildStack: the stack of a build or builder. */
export const stackStatus = z.looseObject({
  runImage: z.string().exactOptional(),
  id: z.string().exactOptional(),
});

/** kpack's BuildpackMetadata: a buildpack that ran in a build or is in a builder. */
export const buildpackMetadata = z.looseObject({
  id: z.string().exactOptional(),
  version: z.string().exactOptional(),
  homepage: z.string().exactOptional(),
});
