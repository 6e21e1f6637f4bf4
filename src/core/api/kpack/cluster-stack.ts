import * as z from 'zod';
import type { Immutable } from '../immutable.ts';
import { objectMeta } from '../kubernetes/object-meta.ts';
import { serviceAccountReference } from '../kubernetes/references.ts';
import { descriptor, imageContent, pinnedImageName } from '../oci.ts';
import { status } from './status.ts';
import { optionalString, optionalStrings } from '../optional-fields.ts';

const spec = z.strictObject({
  id: z.string(),
  buildImage: z.strictObject({ image: z.string() }),
  runImage: z.strictObject({ image: z.string() }),
  serviceAccountRef: serviceAccountReference.exactOptional(),
});

/** A user or group id. Kubernetes allows at most 2147483647. */
const userOrGroup = z.int().min(0).max(2_147_483_647);

const stackImage = z.looseObject({
  /** The image by digest. */
  latestImage: pinnedImageName.exactOptional(),
  image: optionalString,
});

/**
 * kpack's ResolvedClusterStack, with taskpack's fields `manifest`, `configuration` and `layers` of the build image. A
 * status that kpack wrote lacks these fields. Go omits `userId` and `groupId` if they are 0.
 */
const clusterStackStatus = status.extend({
  id: optionalString,
  buildImage: stackImage
    .extend({ ...imageContent.shape, layers: z.array(z.looseObject(descriptor.shape)).exactOptional() })
    .exactOptional(),
  runImage: stackImage
    .extend({
      /** The distribution of the run image (labels `io.buildpacks.base.distro.*`). A field of taskpack. */
      distro: z.looseObject({ name: z.string(), version: optionalString }).exactOptional(),
    })
    .exactOptional(),
  /** The mixins of both images, then those with the prefix `build:`, then those with the prefix `run:`. */
  mixins: optionalStrings,
  userId: userOrGroup.exactOptional(),
  groupId: userOrGroup.exactOptional(),
});

/** A ClusterStack in v1alpha2. taskpack converts all other versions to v1alpha2. */
export const clusterStack = z.strictObject({
  apiVersion: z.literal('kpack.io/v1alpha2'),
  kind: z.literal('ClusterStack'),
  metadata: objectMeta,
  spec,
  status: clusterStackStatus.exactOptional(),
});

/** A ClusterStack in v1alpha1. */
export const clusterStackV1alpha1 = clusterStack.extend({
  apiVersion: z.literal('kpack.io/v1alpha1'),
  spec: spec.omit({ serviceAccountRef: true }),
});

/** The build image, base of builder images, and the run image, base of application images. */
export type ClusterStack = Immutable<z.output<typeof clusterStack>>;
