import * as z from 'zod';
import { optionalInteger, optionalString } from '../optional-fields.ts';

/** A condition of a kpack resource (Knative's Condition). */
const condition = z.looseObject({
  type: z.string(),
  status: z.string(),
  severity: optionalString,
  lastTransitionTime: optionalString,
  reason: optionalString,
  message: optionalString,
});

/** The fields that all statuses of kpack share. Unknown fields are valid, because later versions may add fields. */
export const status = z.looseObject({
  observedGeneration: optionalInteger,
  conditions: z.array(condition).exactOptional(),
});

/** kpack's BuildStack: the stack of a build or builder. */
export const stackStatus = z.looseObject({
  runImage: optionalString,
  id: optionalString,
});

/** kpack's BuildpackMetadata: a buildpack that ran in a build or is in a builder. */
export const buildpackMetadata = z.looseObject({
  id: optionalString,
  version: optionalString,
  homepage: optionalString,
});
