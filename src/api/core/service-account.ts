import * as z from 'zod';
import type { Immutable } from '../meta/immutable.ts';
import { objectMeta } from '../meta/object-meta.ts';
import { localObjectReference } from './local-object-reference.ts';
import { objectReference } from './object-reference.ts';

/** A core/v1 ServiceAccount. */
export const serviceAccount = z.strictObject({
  apiVersion: z.literal('v1'),
  kind: z.literal('ServiceAccount'),
  metadata: objectMeta,
  secrets: z.array(objectReference).exactOptional(),
  imagePullSecrets: z.array(localObjectReference).exactOptional(),
  automountServiceAccountToken: z.boolean().exactOptional(),
});

/** Who a build runs as, and which Secrets it may use. */
export type ServiceAccount = Immutable<z.output<typeof serviceAccount>>;
