import * as z from 'zod';
import { status } from '../meta/status.ts';
import { buildpackMetadata } from './buildpack-metadata.ts';
import { lifecycleStatus } from './lifecycle-status.ts';
import { plainOrder } from './order.ts';
import { stackStatus } from './stack-status.ts';

/** The status of a v1alpha2 Builder or ClusterBuilder. */
export const builderStatus = status.extend({
  builderMetadata: z.array(buildpackMetadata).exactOptional(),
  order: plainOrder.exactOptional(),
  stack: stackStatus.exactOptional(),
  lifecycle: lifecycleStatus.exactOptional(),
  latestImage: z.string().exactOptional(),
  observedStackGeneration: z.int().exactOptional(),
  observedStoreGeneration: z.int().exactOptional(),
  os: z.string().exactOptional(),
  signaturePaths: z
    .array(z.looseObject({ signingSecret: z.string().exactOptional(), targetDigest: z.string().exactOptional() }))
    .exactOptional(),
});

/** The status of a v1alpha1 Builder or ClusterBuilder. */
export const builderStatusV1alpha1 = builderStatus.omit({ lifecycle: true, signaturePaths: true });
