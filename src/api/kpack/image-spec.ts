import * as z from 'zod';
import { objectReference } from '../core/object-reference.ts';
import { quantity } from '../core/quantity.ts';
import { buildSpec } from './build-spec.ts';
import { registryCache } from './registry-cache.ts';

const cache = z.strictObject({
  volume: z
    .strictObject({ size: quantity.exactOptional(), storageClassName: z.string().exactOptional() })
    .exactOptional(),
  registry: registryCache.exactOptional(),
});

const imageBuild = z.strictObject({
  ...buildSpec.pick({
    services: true,
    cnbBindings: true,
    env: true,
    resources: true,
    tolerations: true,
    nodeSelector: true,
    affinity: true,
    runtimeClassName: true,
    schedulerName: true,
    creationTime: true,
  }).shape,
  buildTimeout: z.int().exactOptional(),
});

/** The spec of a v1alpha2 Image, with kpack's defaults. */
export const imageSpec = z.strictObject({
  tag: z.string(),
  builder: objectReference.extend({ name: z.string() }),
  serviceAccountName: buildSpec.shape.serviceAccountName,
  source: buildSpec.shape.source,
  cache: cache.exactOptional(),
  failedBuildHistoryLimit: z.int().default(10),
  successBuildHistoryLimit: z.int().default(10),
  imageTaggingStrategy: z.string().default('BuildNumber'),
  projectDescriptorPath: z.string().exactOptional(),
  build: imageBuild.exactOptional(),
  notary: buildSpec.shape.notary,
  cosign: buildSpec.shape.cosign,
  defaultProcess: z.string().exactOptional(),
  additionalTags: z.array(z.string()).exactOptional(),
});
