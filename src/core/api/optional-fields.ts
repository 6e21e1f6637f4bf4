import * as z from 'zod';

// Most fields have these types. Creating a schema takes time when a program starts, so all fields of a type share one.

/** A text that may be missing. */
export const optionalString = z.string().exactOptional();

/** `true` or `false`, or missing. */
export const optionalBoolean = z.boolean().exactOptional();

/** A whole number that may be missing. */
export const optionalInteger = z.int().exactOptional();

/** Texts that may be missing. */
export const optionalStrings = z.array(z.string()).exactOptional();
