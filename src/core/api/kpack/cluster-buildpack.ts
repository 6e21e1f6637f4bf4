import * as z from 'zod';
import { serviceAccountReference } from '../kubernetes/references.ts';
import type { Immutable } from '../immutable.ts';
import { objectMeta } from '../kubernetes/object-meta.ts';
import { buildpacksStatus } from './buildpack.ts';

/** A ClusterBuildpack in v1alpha2. v1alpha3 (kpack's RFC 0009) has the same fields. */
export const clusterBuildpack = z.strictObject({
  apiVersion: z.literal('kpack.io/v1alpha2'),
  kind: z.literal('ClusterBuildpack'),
  metadata: objectMeta,
  spec: z.strictObject({ image: z.string(), serviceAccountRef: serviceAccountReference.exactOptional() }),
  status: buildpacksStatus.exactOptional(),
});

/** A buildpackage that all Builders and ClusterBuilders can use. */
export type ClusterBuildpack = Immutable<z.output<typeof clusterBuildpack>>;
