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
  { image, lifecycle, runImages }: Pick<BuilderImage, 'image' | 'lifecycle' | 'runImages'>,
  { lifecycleImages, requireTrustedLifecycle }: LifecycleOptions,
  report: Report,
): TrustedLifecycle | undefined {
  const trusted = findLifecycleImage(lifecycleImages, lifecycle);
  if (trusted !== undefined) return { image: trusted, runImages };
  if (requireTrustedLifecycle) report(fieldError(['spec', 'builder'], refusal(image, lifecycle)));
  return undefined;
}

function refusal(image: string, { version, architecture }: BuilderImage['lifecycle']): string {
  const sentence = `builder image ${image} is not trusted: REQUIRE_TRUSTED_LIFECYCLE is true, and`;
  if (version === undefined)
    return `${sentence} the image has no label with its lifecycle version; use a builder with the label`;
  const which = architecture === undefined ? version : `${version} on ${architecture}`;
  return `${sentence} LIFECYCLE_IMAGES names no image for its lifecycle ${which}; ask the administrator to add one, or use another builder`;
}
