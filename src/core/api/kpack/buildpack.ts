import * as z from 'zod';
import { buildpackStack, buildpackTarget } from '../cnb.ts';
import type { Immutable } from '../immutable.ts';
import { objectMeta } from '../kubernetes/object-meta.ts';
import { digest, imageName } from '../oci.ts';
import { buildpackOrder } from './builder.ts';
import { buildpackMetadata, status } from './status.ts';
import { optionalString } from '../optional-fields.ts';

/**
 * kpack's BuildpackStatus, with taskpack's fields `mediaType` and `targets`. A status that kpack wrote lacks these fields:
 * kpack assumes that every layer is Docker's gzip, and that a buildpack supports every target.
 */
const resolvedBuildpack = z.looseObject({
  id: z.string(),
  version: optionalString,
  buildpackage: buildpackMetadata.exactOptional(),
  storeImage: z.looseObject({ image: imageName.exactOptional() }).exactOptional(),
  diffId: digest.exactOptional(),
  digest: digest.exactOptional(),
  size: z.int().min(0).exactOptional(),
  api: optionalString,
  homepage: optionalString,
  order: buildpackOrder.exactOptional(),
  stacks: z.array(z.looseObject(buildpackStack.shape)).exactOptional(),
  mediaType: optionalString,
  targets: z.array(z.looseObject(buildpackTarget.shape)).exactOptional(),
});

/**
 * The status of a Buildpack, ClusterBuildpack or ClusterStore. It lists all buildpacks of the images, including nested
 * buildpacks.
 */
export const buildpacksStatus = status.extend({ buildpacks: z.array(resolvedBuildpack).exactOptional() });

/** A Buildpack in v1alpha2. v1alpha3 (kpack's RFC 0009) has the same fields. */
export const buildpack = z.strictObject({
  apiVersion: z.literal('kpack.io/v1alpha2'),
  kind: z.literal('Buildpack'),
  metadata: objectMeta,
  spec: z.strictObject({ image: z.string(), serviceAccountName: z.string().default('default') }),
  status: buildpacksStatus.exactOptional(),
});

/** A buildpackage that the Builders of one namespace can use. */
export type Buildpack = Immutable<z.output<typeof buildpack>>;
