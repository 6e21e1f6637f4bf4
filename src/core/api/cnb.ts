import * as z from 'zod';
import { optionalString, optionalStrings } from './optional-fields.ts';

/** kpack's BuildpackStack: a stack that a buildpack supports, and the mixins that the buildpack requires. */
export const buildpackStack = z.strictObject({ id: z.string(), mixins: optionalStrings });

const distribution = z.strictObject({ name: z.string(), version: optionalString });

/** The target of an image (CNB platform specification, targets). */
export const target = z.strictObject({
  os: z.string(),
  arch: z.string(),
  variant: optionalString,
  distros: z.array(distribution).exactOptional(),
});

/** A target of a buildpack (CNB buildpack specification, targets). A missing field matches every value. */
export const buildpackTarget = target.extend({
  os: optionalString,
  arch: optionalString,
  distros: z.array(distribution.extend({ name: optionalString })).exactOptional(),
});
