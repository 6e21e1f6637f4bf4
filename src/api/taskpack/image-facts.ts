import * as z from 'zod';
import { target } from '../cnb/target.ts';
import { lifecycleApi, lifecycleApis } from '../kpack/lifecycle-status.ts';
import type { Immutable } from '../meta/immutable.ts';
import { objectMeta } from '../meta/object-meta.ts';
import { unpackedDescriptor } from '../oci/descriptor.ts';
import { digest } from '../oci/digest.ts';
import { imageContent } from '../oci/image-content.ts';
import { imageName } from '../oci/image-name.ts';
import { platform } from '../oci/platform.ts';
import { buildpackFacts } from './buildpack-facts.ts';

const mirrors = z.array(imageName).exactOptional();

/** Of a builder or a lifecycle image (labels `io.buildpacks.builder.metadata` and `io.buildpacks.lifecycle.apis`). */
const lifecycle = z.strictObject({
  version: z.string().exactOptional(),
  api: lifecycleApi.exactOptional(),
  apis: lifecycleApis.exactOptional(),
  /** Of a lifecycle image, its last layer: the one that a builder takes over. */
  layer: unpackedDescriptor.exactOptional(),
});

/**
 * What a registry says of one image, kept in a file so that no registry need be asked. Which fields there are depends on
 * what the image is: a builder, a stack's build or run image, a buildpackage or a lifecycle.
 */
export const imageFacts = z.strictObject({
  apiVersion: z.literal('taskpack.dev/v1alpha1'),
  kind: z.literal('ImageFacts'),
  metadata: objectMeta.extend({ name: objectMeta.shape.name.exactOptional() }).exactOptional(),
  /** The image as Builds, Builders, stacks and buildpacks write it. */
  image: imageName,
  /** Of the one image that all the rest is of. */
  digest: digest.exactOptional(),
  /** Of the index that the name means, where it means one: by it the image of any platform is run. */
  indexDigest: digest.exactOptional(),
  platform: platform.exactOptional(),
  /** Of a builder or build image (`CNB_USER_ID` and `CNB_GROUP_ID` in its environment). */
  uid: z.int().min(0).exactOptional(),
  gid: z.int().min(0).exactOptional(),
  /** Of a builder, build or run image (labels `io.buildpacks.stack.id` and `io.buildpacks.stack.mixins`). */
  stackId: z.string().exactOptional(),
  mixins: z.array(z.string()).exactOptional(),
  targets: z.array(target).exactOptional(),
  lifecycle: lifecycle.exactOptional(),
  runImage: z.strictObject({ image: imageName, mirrors }).exactOptional(),
  /** Run images, only where the builder's own metadata has such a list. */
  images: z.array(z.strictObject({ image: imageName, mirrors })).exactOptional(),
  /** Of a buildpackage, the buildpack that it is for (label `io.buildpacks.buildpackage.metadata`). */
  buildpackage: z
    .strictObject({ id: z.string(), version: z.string().exactOptional(), homepage: z.string().exactOptional() })
    .exactOptional(),
  /** Of a buildpackage or a builder: all that are in it, nested ones too. */
  buildpacks: z.array(buildpackFacts).exactOptional(),
  /** Whether the builder's order has image extensions. */
  extensions: z.boolean().exactOptional(),
  entrypoint: z.array(z.string()).exactOptional(),
  command: z.array(z.string()).exactOptional(),
  /** `manifest`, `configuration` and `layers`: of a build image, upon which builders are made. */
  ...imageContent.shape,
});

/** What is known of an image. */
export type ImageFacts = Immutable<z.output<typeof imageFacts>>;
