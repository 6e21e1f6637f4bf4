import * as z from 'zod';
import type { Immutable } from '../immutable.ts';
import { objectMeta } from '../kubernetes/object-meta.ts';
import { serviceAccountReference } from '../kubernetes/references.ts';
import { pinnedImageName, platform, unpackedDescriptor } from '../oci.ts';
import { status } from './status.ts';
import { optionalString, optionalStrings } from '../optional-fields.ts';

const apiVersions = z.strictObject({
  deprecated: optionalStrings,
  supported: optionalStrings,
});

/** kpack's LifecycleAPIs: the Buildpack and Platform API versions that a lifecycle supports. */
export const lifecycleApis = z.strictObject({
  buildpack: apiVersions.exactOptional(),
  platform: apiVersions.exactOptional(),
});

/** kpack's LifecycleAPI, for lifecycles that support one version of each API. */
export const lifecycleApi = z.strictObject({
  buildpack: optionalString,
  platform: optionalString,
});

/** kpack's ResolvedClusterLifecycle. */
export const lifecycleStatus = z.looseObject({
  image: z.looseObject({ latestImage: pinnedImageName.exactOptional(), image: optionalString }).exactOptional(),
  version: optionalString,
  api: lifecycleApi.exactOptional(),
  apis: lifecycleApis.exactOptional(),
});

/**
 * The status of a ClusterLifecycle, with taskpack's fields `layer` and `platform`. A status that kpack wrote lacks these
 * fields. `layer` is the last layer of the image, which contains the lifecycle.
 */
const clusterLifecycleStatus = status.extend({
  ...lifecycleStatus.shape,
  layer: z.looseObject(unpackedDescriptor.shape).exactOptional(),
  platform: z.looseObject(platform.shape).exactOptional(),
});

/** A ClusterLifecycle in v1alpha2, its only version. */
export const clusterLifecycle = z.strictObject({
  apiVersion: z.literal('kpack.io/v1alpha2'),
  kind: z.literal('ClusterLifecycle'),
  metadata: objectMeta,
  spec: z.strictObject({ image: z.string(), serviceAccountRef: serviceAccountReference.exactOptional() }),
  status: clusterLifecycleStatus.exactOptional(),
});

/** An image with the lifecycle for builder images. */
export type ClusterLifecycle = Immutable<z.output<typeof clusterLifecycle>>;
