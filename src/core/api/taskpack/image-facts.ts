import * as z from 'zod';
import { fieldError, type FieldProblem } from '../../model/problem.ts';
import { buildpackStack, buildpackTarget, target } from '../cnb.ts';
import type { Immutable } from '../immutable.ts';
import { buildpackOrder } from '../kpack/builder.ts';
import { lifecycleApi, lifecycleApis } from '../kpack/cluster-lifecycle.ts';
import { objectMeta } from '../kubernetes/object-meta.ts';
import { digest, imageContent, imageName, platform, unpackedDescriptor } from '../oci.ts';
import { optionalBoolean, optionalString, optionalStrings } from '../optional-fields.ts';

const mirrors = z.array(imageName).exactOptional();

/**
 * The lifecycle of a builder or lifecycle image (labels `io.buildpacks.builder.metadata` and
 * `io.buildpacks.lifecycle.apis`).
 */
const lifecycle = z.strictObject({
  version: optionalString,
  api: lifecycleApi.exactOptional(),
  apis: lifecycleApis.exactOptional(),
  /** The last layer of a lifecycle image, which a builder image includes. */
  layer: unpackedDescriptor.exactOptional(),
});

/**
 * A buildpack in an image, from the label `io.buildpacks.buildpack.layers` and the manifest's layer with the same diffID:
 * `{ id: a/b, version: 1.0.0, api: "0.10", diffId: sha256:…, digest: sha256:…, size: 1234 }`.
 */
const buildpackFacts = z.strictObject({
  id: z.string(),
  version: optionalString,
  api: optionalString,
  diffId: digest,
  digest,
  size: z.int().min(0),
  /** The media type of the layer. Absent: Docker's gzip layer. */
  mediaType: optionalString,
  homepage: optionalString,
  /** The order of a composite buildpack. Absent for a component buildpack. */
  order: buildpackOrder.exactOptional(),
  stacks: z.array(buildpackStack).exactOptional(),
  targets: z.array(buildpackTarget).exactOptional(),
});

/** The buildpacks that a builder adds to every group, `{ id: a/b, version: 1.0.0, optional: true }`. */
const systemGroup = z.array(z.strictObject({ id: z.string(), version: optionalString, optional: optionalBoolean }));

/**
 * The facts about one image, read from its registry and stored in a file, so that commands need no registry. The fields
 * depend on the kind of image: a builder, a stack's build or run image, a buildpackage or a lifecycle image.
 */
export const imageFacts = z.strictObject({
  apiVersion: z.literal('taskpack.dev/v1alpha1'),
  kind: z.literal('ImageFacts'),
  metadata: objectMeta.extend({ name: objectMeta.shape.name.exactOptional() }).exactOptional(),
  /** The reference as Builds, Builders, stacks and buildpacks contain it. */
  image: imageName,
  /** The digest of the image that the other fields describe. */
  digest: digest.exactOptional(),
  /**
   * The digest of the index, if the reference resolves to an index. Workloads run this digest, so that each node pulls
   * its platform.
   */
  indexDigest: digest.exactOptional(),
  platform: platform.exactOptional(),
  /** The user and group of a builder or build image (environment variables `CNB_USER_ID` and `CNB_GROUP_ID`). */
  uid: z.int().min(0).exactOptional(),
  gid: z.int().min(0).exactOptional(),
  /** The stack of a builder, build or run image (labels `io.buildpacks.stack.id` and `io.buildpacks.stack.mixins`). */
  stackId: optionalString,
  mixins: optionalStrings,
  targets: z.array(target).exactOptional(),
  lifecycle: lifecycle.exactOptional(),
  runImage: z.strictObject({ image: imageName, mirrors }).exactOptional(),
  /** The run images in the builder's metadata. Absent if the metadata has no such list. */
  images: z.array(z.strictObject({ image: imageName, mirrors })).exactOptional(),
  /** The main buildpack of a buildpackage (label `io.buildpacks.buildpackage.metadata`). */
  buildpackage: z.strictObject({ id: z.string(), version: optionalString, homepage: optionalString }).exactOptional(),
  /** All buildpacks of a buildpackage or builder, including nested buildpacks. */
  buildpacks: z.array(buildpackFacts).exactOptional(),
  /** The image extensions of the builder's order (label `io.buildpacks.buildpack.order-extensions`). */
  extensions: z.array(z.strictObject({ id: z.string(), version: optionalString })).exactOptional(),
  /** The buildpacks of the builder's system.toml (label `io.buildpacks.buildpack.system`). */
  systemBuildpacks: z
    .strictObject({ pre: systemGroup.exactOptional(), post: systemGroup.exactOptional() })
    .exactOptional(),
  entrypoint: optionalStrings,
  command: optionalStrings,
  /** The paths of the volumes that the image declares. */
  volumes: optionalStrings,
  /** `manifest`, `configuration` and `layers` of a build image, the base of builder images. */
  ...imageContent.shape,
});

/** The facts about an image that taskpack uses. */
export type ImageFacts = Immutable<z.output<typeof imageFacts>>;

/** Checks that `manifest` and `configuration` are valid JSON, which reveals mistakes in YAML quoting. */
export function validateImageFacts(facts: ImageFacts): readonly FieldProblem[] {
  return (['manifest', 'configuration'] as const)
    .filter((field) => !isJson(facts[field] ?? '{}'))
    .map((field) =>
      fieldError([field], `is not valid JSON; copy the image's ${field} from the registry as text, byte for byte`),
    );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
