import * as z from 'zod';
import { builderStatusV1alpha1 } from './builder-status.ts';
import { clusterBuilder } from './cluster-builder.ts';
import { plainOrder } from './order.ts';

/** A ClusterBuilder in v1alpha1. */
export const clusterBuilderV1alpha1 = clusterBuilder.extend({
  apiVersion: z.literal('kpack.io/v1alpha1'),
  spec: clusterBuilder.shape.spec
    .omit({ lifecycle: true, additionalLabels: true })
    .extend({ order: plainOrder.exactOptional() }),
  status: builderStatusV1alpha1.exactOptional(),
});

/** A ClusterBuilder in v1alpha3, which has no stores (kpack's RFC 9). */
export const clusterBuilderV1alpha3 = clusterBuilder.extend({
  apiVersion: z.literal('kpack.io/v1alpha3'),
  spec: clusterBuilder.shape.spec.omit({ store: true }),
});
