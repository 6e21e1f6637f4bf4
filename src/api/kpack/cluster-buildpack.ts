import * as z from 'zod';
import { serviceAccountReference } from '../core/service-account-reference.ts';
import type { Immutable } from '../meta/immutable.ts';
import { objectMeta } from '../meta/object-meta.ts';
import { buildpacksStatus } from './buildpacks-status.ts';

/** A ClusterBuildpack in v1alpha2; v1alpha3 (kpack's RFC 9) has the same shape. */
export const clusterBuildpack = z.strictObject({
  apiVersion: z.literal('kpack.io/v1alpha2'),
  kind: z.literal('ClusterBuildpack'),
  metadata: objectMeta,
  spec: z.strictObject({ image: z.string(), serviceAccountRef: serviceAccountReference.exactOptional() }),
  status: buildpacksStatus.exactOptional(),
});

/** A buildpackage for the Builders of all namespaces and for ClusterBuilders. */
export type ClusterBuildpack = Immutable<z.output<typeof clusterBuildpack>>;
