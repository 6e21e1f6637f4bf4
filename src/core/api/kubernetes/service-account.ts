import * as z from 'zod';
import type { Immutable } from '../immutable.ts';
import { objectMeta } from './object-meta.ts';
import { localObjectReference, objectReference } from './references.ts';
import { optionalBoolean } from '../optional-fields.ts';

/** A core/v1 ServiceAccount. */
export const serviceAccount = z.strictObject({
  apiVersion: z.literal('v1'),
  kind: z.literal('ServiceAccount'),
  metadata: objectMeta,
  secrets: z.array(objectReference).exactOptional(),
  imagePullSecrets: z.array(localObjectReference).exactOptional(),
  automountServiceAccountToken: optionalBoolean,
});

/** A ServiceAccount, with the Secrets that its builds may use. */
export type ServiceAccount = Immutable<z.output<typeof serviceAccount>>;
