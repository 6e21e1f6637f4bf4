import * as z from 'zod';

/** Go's `map[string]string`: labels, annotations, selectors. */
export const stringMap = z.record(z.string(), z.string());
