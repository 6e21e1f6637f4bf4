import * as z from 'zod';
import { parseImageReference } from '../../model/image-reference.ts';
import { lifecycleApis } from '../kpack/lifecycle-status.ts';
import type { Immutable } from '../meta/immutable.ts';
import { objectMeta } from '../meta/object-meta.ts';

const imageName = z.string().refine((text) => parseImageReference(text) !== undefined);

const mirrors = z.array(imageName).exactOptional();

const target = z.strictObject({
  os: z.string(),
  arch: z.string(),
  variant: z.string().exactOptional(),
  distros: z.array(z.strictObject({ name: z.string(), version: z.string().exactOptional() })).exactOptional(),
});

/** What a registry says of one image, kept in a file so that no registry need be asked. */
export const imageFacts = z.strictObject({
  apiVersion: z.literal('taskpack.dev/v1alpha1'),
  kind: z.literal('ImageFacts'),
  metadata: objectMeta.extend({ name: objectMeta.shape.name.exactOptional() }).exactOptional(),
  /** The image as Builds write it. */
  image: imageName,
  digest: z
    .string()
    .regex(/^sha256:[0-9a-f]{64}$/)
    .exactOptional(),
  platform: z
    .strictObject({ os: z.string(), architecture: z.string(), variant: z.string().exactOptional() })
    .exactOptional(),
  uid: z.int().min(0).exactOptional(),
  gid: z.int().min(0).exactOptional(),
  stackId: z.string().exactOptional(),
  targets: z.array(target).exactOptional(),
  lifecycle: z
    .strictObject({ version: z.string().exactOptional(), apis: lifecycleApis.exactOptional() })
    .exactOptional(),
  runImage: z.strictObject({ image: imageName, mirrors }).exactOptional(),
  /** Run images, only where the builder's own metadata has such a list. */
  images: z.array(z.strictObject({ image: imageName, mirrors })).exactOptional(),
  /** Whether the builder's order has image extensions. */
  extensions: z.boolean().exactOptional(),
  entrypoint: z.array(z.string()).exactOptional(),
  command: z.array(z.string()).exactOptional(),
});

/** What is known of an image. */
export type ImageFacts = Immutable<z.output<typeof imageFacts>>;
