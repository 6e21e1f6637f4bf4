import * as z from 'zod';
import { localObjectReference } from '../core/local-object-reference.ts';
import type { Immutable } from '../meta/immutable.ts';

/** kpack's CNBBinding. */
export const cnbBinding = z.strictObject({
  name: z.string(),
  metadataRef: localObjectReference.exactOptional(),
  secretRef: localObjectReference.exactOptional(),
});

/** A binding by the older CNB bindings specification. */
export type CnbBinding = Immutable<z.output<typeof cnbBinding>>;
