import * as z from 'zod';
import { quantity } from '../core/quantity.ts';
import { buildSpec } from './build-spec.ts';
import { image } from './image.ts';
import { imageSpec } from './image-spec.ts';

const spec = z.strictObject({
  ...imageSpec.pick({
    tag: true,
    builder: true,
    source: true,
    failedBuildHistoryLimit: true,
    successBuildHistoryLimit: true,
    imageTaggingStrategy: true,
    notary: true,
  }).shape,
  serviceAccount: z.string().exactOptional(),
  cacheSize: quantity.exactOptional(),
  build: z
    .strictObject({ ...buildSpec.pick({ env: true, resources: true }).shape, bindings: buildSpec.shape.cnbBindings })
    .exactOptional(),
});

/** An Image in v1alpha1. */
export const imageV1alpha1 = image.extend({ apiVersion: z.literal('kpack.io/v1alpha1'), spec });
