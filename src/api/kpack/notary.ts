import * as z from 'zod';
import type { Immutable } from '../meta/immutable.ts';

/** kpack's NotaryConfig. */
export const notary = z.strictObject({
  v1: z.strictObject({ url: z.string(), secretRef: z.strictObject({ name: z.string() }) }).exactOptional(),
});

/** Signing by Notary v1, which v1alpha2 has deprecated. */
export type Notary = Immutable<z.output<typeof notary>>;
