import * as z from 'zod';
import type { Immutable } from '../immutable.ts';
import { quantity } from '../kubernetes/container.ts';
import { objectMeta } from '../kubernetes/object-meta.ts';
import { objectReference } from '../kubernetes/references.ts';
import { buildSpec, registryCache } from './build.ts';
import { status } from './status.ts';
import { optionalInteger, optionalString, optionalStrings } from '../optional-fields.ts';

const imageStatus = status.extend({
  latestBuildRef: optionalString,
  latestBuildImageGeneration: optionalInteger,
  latestImage: optionalString,
  latestStack: optionalString,
  buildCounter: z.int().min(0).exactOptional(),
  buildCacheName: optionalString,
  latestBuildReason: optionalString,
});

const cache = z.strictObject({
  volume: z.strictObject({ size: quantity.exactOptional(), storageClassName: optionalString }).exactOptional(),
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
  buildTimeout: optionalInteger,
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
  projectDescriptorPath: optionalString,
  build: imageBuild.exactOptional(),
  notary: buildSpec.shape.notary,
  cosign: buildSpec.shape.cosign,
  defaultProcess: optionalString,
  additionalTags: optionalStrings,
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
  serviceAccount: optionalString,
  cacheSize: quantity.exactOptional(),
  build: z
    .strictObject({ ...buildSpec.pick({ env: true, resources: true }).shape, bindings: buildSpec.shape.cnbBindings })
    .exactOptional(),
});

/** An Image in v1alpha1. */
export const imageV1alpha1 = image.extend({ apiVersion: z.literal('kpack.io/v1alpha1'), spec });
