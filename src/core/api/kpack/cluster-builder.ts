import * as z from 'zod';
import type { Immutable } from '../immutable.ts';
import { objectMeta } from '../kubernetes/object-meta.ts';
import { serviceAccountReference } from '../kubernetes/references.ts';
import { builderSpec, builderStatus, builderStatusV1alpha1, buildpackOrder } from './builder.ts';

const spec = builderSpec.extend({ serviceAccountRef: serviceAccountReference });

/** A ClusterBuilder in v1alpha2. taskpack converts all other versions to v1alpha2. */
export const clusterBuilder = z.strictObject({
  apiVersion: z.literal('kpack.io/v1alpha2'),
  kind: z.literal('ClusterBuilder'),
  metadata: objectMeta,
  spec,
  status: builderStatus.exactOptional(),
});

/** A builder image for all namespaces, and its stack, lifecycle and buildpacks. */
export type ClusterBuilder = Immutable<z.output<typeof clusterBuilder>>;

/** A ClusterBuilder in v1alpha1. */
export const clusterBuilderV1alpha1 = clusterBuilder.extend({
  apiVersion: z.literal('kpack.io/v1alpha1'),
  spec: clusterBuilder.shape.spec
    .omit({ lifecycle: true, additionalLabels: true })
    .extend({ order: buildpackOrder.exactOptional() }),
  status: builderStatusV1alpha1.exactOptional(),
});

/** A ClusterBuilder in v1alpha3, which has no `spec.store` (kpack's RFC 0009). */
export const clusterBuilderV1alpha3 = clusterBuilder.extend({
  apiVersion: z.literal('kpack.io/v1alpha3'),
  spec: clusterBuilder.shape.spec.omit({ store: true }),
});
