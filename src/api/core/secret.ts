import * as z from 'zod';
import type { Immutable } from '../meta/immutable.ts';
import { objectMeta } from '../meta/object-meta.ts';
import { stringMap } from '../meta/string-map.ts';

/** A core/v1 Secret. */
export const secret = z.strictObject({
  apiVersion: z.literal('v1'),
  kind: z.literal('Secret'),
  metadata: objectMeta,
  immutable: z.boolean().exactOptional(),
  data: stringMap.exactOptional(),
  stringData: stringMap.exactOptional(),
  type: z.string().exactOptional(),
});

/** A Secret: only its keys, type and annotations are of interest, and no message may show its values. */
export type Secret = Immutable<z.output<typeof secret>>;
