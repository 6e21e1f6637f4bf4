import * as z from 'zod';
import { pinnedImageName } from '../oci/image-name.ts';

const apiVersions = z.strictObject({
  deprecated: z.array(z.string()).exactOptional(),
  supported: z.array(z.string()).exactOptional(),
});

/** kpack's LifecycleAPIs: the buildpack and platform APIs that a lifecycle speaks. */
export const lifecycleApis = z.strictObject({
  buildpack: apiVersions.exactOptional(),
  platform: apiVersions.exactOptional(),
});

/** kpack's LifecycleAPI, from the time when a lifecycle spoke one version of each. */
export const lifecycleApi = z.strictObject({
  buildpack: z.string().exactOptional(),
  platform: z.string().exactOptional(),
});

/** kpack's ResolvedClusterLifecycle. */
export const lifecycleStatus = z.looseObject({
  image: z
    .looseObject({ latestImage: pinnedImageName.exactOptional(), image: z.string().exactOptional() })
    .exactOptional(),
  version: z.string().exactOptional(),
  api: lifecycleApi.exactOptional(),
  apis: lifecycleApis.exactOptional(),
});
