import * as z from 'zod';
import type { Immutable } from '../immutable.ts';
import { objectMeta, stringMap } from './object-meta.ts';

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

/** A Secret. taskpack uses only its keys, type and annotations. Messages must not quote its values. */
export type Secret = Immutable<z.output<typeof secret>>;
