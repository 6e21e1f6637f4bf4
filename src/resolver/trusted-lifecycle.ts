import { boundedText } from '../model/bounded-messages.ts';
import { parseImageReference } from '../model/image-reference.ts';
import { findLifecycleImage, type LifecycleImages } from '../model/lifecycle-images.ts';
import { fieldError } from '../model/problem.ts';
import type { TrustedLifecycle } from '../model/resolved-build.ts';
import type { BuilderImage } from './builder-image.ts';
import type { Report } from './report.ts';

/** The lifecycle images that the installation trusts. */
export interface LifecycleOptions {
  readonly lifecycleImages: LifecycleImages;
  readonly requireTrustedLifecycle: boolean;
}

/**
 * Returns the lifecycle image for the builder's lifecycle version. Returns `undefined` if the builder's own lifecycle runs,
 * and reports a problem if the settings forbid that.
 */
export function resolveLifecycle(
  { image, lifecycle, runImages, volumes }: Pick<BuilderImage, 'image' | 'lifecycle' | 'runImages' | 'volumes'>,
  { lifecycleImages, requireTrustedLifecycle }: LifecycleOptions,
  report: Report,
): TrustedLifecycle | undefined {
  const trusted = findLifecycleImage(lifecycleImages, lifecycle);
  const [volume] = volumes;
  // Such an image can contain a link at the volume's path, and the runtime then mounts the volume over the waiter.
  if (trusted !== undefined && volume !== undefined) report(fieldError(['spec', 'builder'], coverage(image, volume)));
  // A path with a hash of the digest is the one that such an image cannot foresee (translators/phases/order-directory.ts).
  if (trusted !== undefined && parseImageReference(image)?.digest === undefined)
    report(fieldError(['spec', 'builder'], unpinned(image)));
  if (trusted !== undefined) return { image: trusted, runImages };
  if (requireTrustedLifecycle) report(fieldError(['spec', 'builder'], refusal(image, lifecycle)));
  return undefined;
}

const MAX_PATH_LENGTH = 100;

function coverage(image: string, volume: string): string {
  return `builder image ${image} declares the volume ${JSON.stringify(boundedText(volume, MAX_PATH_LENGTH))}, and its volumes can cover the programs that keep the login from buildpacks; use a builder image without volumes`;
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
