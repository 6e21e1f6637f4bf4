import * as z from 'zod';
import { buildpackStack } from '../cnb/buildpack-stack.ts';
import { buildpackTarget } from '../cnb/target.ts';
import { digest } from '../oci/digest.ts';
import { imageName } from '../oci/image-name.ts';
import { buildpackMetadata } from './buildpack-metadata.ts';
import { plainOrder } from './order.ts';

/**
 * kpack's BuildpackStatus: a buildpack as a registry tells of it. `mediaType` and `targets` are ours; a status that kpack
 * wrote lacks them, and kpack itself takes every layer for Docker's gzip and every target for supported.
 */
export const resolvedBuildpack = z.looseObject({
  id: z.string(),
  version: z.string().exactOptional(),
  buildpackage: buildpackMetadata.exactOptional(),
  storeImage: z.looseObject({ image: imageName.exactOptional() }).exactOptional(),
  diffId: digest.exactOptional(),
  digest: digest.exactOptional(),
  size: z.int().min(0).exactOptional(),
  api: z.string().exactOptional(),
  homepage: z.string().exactOptional(),
  order: plainOrder.exactOptional(),
  stacks: z.array(z.looseObject(buildpackStack.shape)).exactOptional(),
  mediaType: z.string().exactOptional(),
  targets: z.array(z.looseObject(buildpackTarget.shape)).exactOptional(),
});
