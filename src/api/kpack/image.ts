import * as z from 'zod';
import type { Immutable } from '../immutable.ts';
import { quantity } from '../kubernetes/container.ts';
import { objectMeta } from '../kubernetes/object-meta.ts';
import { objectReference } from '../kubernetes/references.ts';
import { buildSpec, registryCache } from './build.ts';
import { status } from './status.ts';

const imageStatus = status.extend({
  latestBuildRef: z.string().exactOptional(),
  latestBuildImageGeneration: z.int().exactOptional(),
  latestImage: z.string().exactOptional(),
  latestStack: z.string().exactOptional(),
  buildCounter: z.int().min(0).exactOptional(),
  buildCacheName: z.string().exactOptional(),
  latestBuildReason: z.string().exactOptional(),
});

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
const imageSpec = z.strictObject({
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

/** An Image in v1alpha2. taskpack converts all other versions to v1alpha2. */
export const image = z.strictObject({
  apiVersion: z.literal('kpack.io/v1alpha2'),
  kind: z.literal('Image'),
  metadata: objectMeta,
  spec: imageSpec,
  status: imageStatus.exactOptional(),
});

/** An image that kpack rebuilds by creating Builds. */
export type Image = Immutable<z.output<typeof image>>;

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
