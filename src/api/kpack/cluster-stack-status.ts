import * as z from 'zod';
import { status } from '../meta/status.ts';
import { descriptor } from '../oci/descriptor.ts';
import { imageContent } from '../oci/image-content.ts';
import { pinnedImageName } from '../oci/image-name.ts';

/** Kubernetes runs no greater one. */
const userOrGroup = z.int().min(0).max(2_147_483_647);

const stackImage = z.looseObject({
  /** By digest. */
  latestImage: pinnedImageName.exactOptional(),
  image: z.string().exactOptional(),
});

/**
 * kpack's ResolvedClusterStack. The build image's manifest, configuration and layers are ours; a status that kpack wrote
 * lacks them. Go leaves out a user or group that is root.
 */
export const clusterStackStatus = status.extend({
  id: z.string().exactOptional(),
  buildImage: stackImage
    .extend({ ...imageContent.shape, layers: z.array(z.looseObject(descriptor.shape)).exactOptional() })
    .exactOptional(),
  runImage: stackImage
    .extend({
      /** Of the run image (labels `io.buildpacks.base.distro.*`); ours, too. */
      distro: z.looseObject({ name: z.string(), version: z.string().exactOptional() }).exactOptional(),
    })
    .exactOptional(),
  /** Those of both images, then `build:` ones, then `run:` ones. */
  mixins: z.array(z.string()).exactOptional(),
  userId: userOrGroup.exactOptional(),
  groupId: userOrGroup.exactOptional(),
});
