import * as z from 'zod';

/** kpack's BuildpackStack: a stack that a buildpack supports, and the mixins that the buildpack requires. */
export const buildpackStack = z.strictObject({ id: z.string(), mixins: z.array(z.string()).exactOptional() });

const distribution = z.strictObject({ name: z.string(), version: z.string().exactOptional() });

/** The target of an image (CNB platform specification, targets). */
export const target = z.strictObject({
  os: z.string(),
  arch: z.string(),
  variant: z.string().exactOptional(),
  distros: z.array(distribution).exactOptional(),
});

/** A target of a buildpack (CNB buildpack specification, targets). A missing field matches every value. */
export const buildpackTarget = target.extend({
  os: z.string().exactOptional(),
  arch: z.string().exactOptional(),
  distros: z.array(distribution.extend({ name: z.string().exactOptional() })).exactOptional(),
});
