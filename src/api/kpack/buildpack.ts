import * as z from 'zod';
import type { Immutable } from '../meta/immutable.ts';
import { objectMeta } from '../meta/object-meta.ts';
import { buildpacksStatus } from './buildpacks-status.ts';

/** A Buildpack in v1alpha2; v1alpha3 (kpack's RFC 9) has the same shape. */
export const buildpack = z.strictObject({
  apiVersion: z.literal('kpack.io/v1alpha2'),
  kind: z.literal('Buildpack'),
  metadata: objectMeta,
  spec: z.strictObject({ image: z.string(), serviceAccountName: z.string().default('default') }),
  status: buildpacksStatus.exactOptional(),
});

/** A buildpackage for the Builders of one namespace. */
export type Buildpack = Immutable<z.output<typeof buildpack>>;
