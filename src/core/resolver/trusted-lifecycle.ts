import { boundedText } from '../model/bounded-messages.ts';
import type { BuildPolicy } from '../model/build-policy.ts';
import { matchesRepositoryPattern } from '../model/repository-patterns.ts';
import { parseImageReference } from '../model/image-reference.ts';
import { findLifecycleImage } from '../model/lifecycle-images.ts';
import { fieldError, fieldNote } from '../model/problem.ts';
import type { FullBuild, Rebase } from '../model/resolved-build.ts';
import type { TrustedLifecycle } from '../model/resolved-builder.ts';
import type { BuilderImage } from './builder-image.ts';
import type { Report } from './report.ts';

/** True if one container runs all phases of the lifecycle in builds with this builder. */
export function runsCreator(
  { image }: Pick<BuilderImage, 'image'>,
  { creatorBuilders }: Pick<BuildPolicy, 'creatorBuilders'>,
): boolean {
  return matchesRepositoryPattern(creatorBuilders, image);
}

/**
 * Returns the lifecycle image for the builder's lifecycle version. Returns `undefined` if the builder's own lifecycle runs,
 * and reports a problem if the settings forbid that. One container cannot run two images, so the builder's own lifecycle runs in
 * creator mode. A rebase runs no buildpack, so a lifecycle image runs it for every builder.
 */
export function resolveLifecycle(
  { image, lifecycle, runImages, volumes }: Pick<BuilderImage, 'image' | 'lifecycle' | 'runImages' | 'volumes'>,
  operation: FullBuild | Rebase | undefined,
  policy: BuildPolicy,
  report: Report,
): TrustedLifecycle | undefined {
  const isOneContainer = operation?.kind === 'build' && operation.containers === 'creator';
  const trusted = findLifecycleImage(policy.lifecycleImages, lifecycle);
  if (isOneContainer && trusted !== undefined) report(fieldNote(['spec', 'builder'], unused(image)));
  if (isOneContainer) return undefined;
  const [volume] = volumes;
  // Such an image can contain a link at the volume's path, and the runtime then mounts the volume over the waiter.
  if (trusted !== undefined && volume !== undefined) report(fieldError(['spec', 'builder'], coverage(image, volume)));
  // A path with a hash of the digest is the one that such an image cannot foresee (translators/phases/order-directory.ts).
  if (trusted !== undefined && parseImageReference(image)?.digest === undefined)
    report(fieldError(['spec', 'builder'], unpinned(image)));
  if (trusted !== undefined) return { image: trusted, runImages };
  if (policy.requireTrustedLifecycle && !runsCreator({ image }, policy))
    report(fieldError(['spec', 'builder'], refusal(image, lifecycle)));
  return undefined;
}

const MAX_PATH_LENGTH = 100;

function coverage(image: string, volume: string): string {
  return `builder image ${image} declares the volume ${JSON.stringify(boundedText(volume, MAX_PATH_LENGTH))}, and its volumes can cover the programs that keep the login from buildpacks; use a builder image without volumes`;
}

function unused(image: string): string {
  return `one container runs all phases of the lifecycle, so the lifecycle of builder image ${image} runs, and not the image in LIFECYCLE_IMAGES`;
}

function unpinned(image: string): string {
  return `the digest of builder image ${image} is unknown, and without the digest its links can replace the programs that keep the login from buildpacks; name the image by digest`;
}

function refusal(image: string, { version, architecture }: BuilderImage['lifecycle']): string {
  const sentence = `builder image ${image} is not trusted: REQUIRE_TRUSTED_LIFECYCLE is true, and`;
  if (version === undefined)
    return `${sentence} the image has no label with its lifecycle version; use a builder with the label`;
  const which = architecture === undefined ? version : `${version} on ${architecture}`;
  return `${sentence} LIFECYCLE_IMAGES names no image for its lifecycle ${which}; ask the operator to add one, or use another builder`;
}
