import { defined } from '../../core/model/defined.ts';
import type { Build } from '../../core/model/objects/build.ts';
import { buildNumber } from './build-view.ts';
import { buildsOfImage, imageOfBuild } from './builds-of-image.ts';
import { objectView } from './object-view.ts';

/** A Build of an Image by name and number. */
export interface BuildReference {
  readonly name: string;
  readonly number?: number;
}

/** The image that the image of a Build is compared with. */
export interface ComparedImage {
  /** By digest. */
  readonly image: string;
  /** The last Build before this one that has an image. Absent if it was deleted, or cannot be read. */
  readonly build?: BuildReference;
  /** The Builds in between, which have no image, newest first. */
  readonly skipped: readonly BuildReference[];
}

/** A Build to compare with. */
export interface Compared {
  readonly view: ComparedImage;
  readonly build?: Build;
}

/**
 * Returns the image to compare with: that of the last earlier Build of the same Image that has one. If there is no such Build, the
 * image that the Build itself names as the previous one. Returns `undefined` for the first image.
 */
export function comparedImage(build: Build, builds: readonly Build[]): Compared | undefined {
  const earlier = earlierBuilds(build, builds);
  const index = earlier.findIndex((each) => each.status.latestImage !== undefined);
  const found = earlier[index];
  const image = found === undefined ? undefined : found.status.latestImage;
  if (found !== undefined && image !== undefined) {
    const skipped = earlier.slice(0, index).map(referenceTo);
    return { view: { image, build: referenceTo(found), skipped }, build: found };
  }
  const named = build.spec.lastBuild.image;
  return named === undefined ? undefined : { view: { image: named, skipped: earlier.map(referenceTo) } };
}

/** Returns the earlier Builds of the same Image, newest first. */
function earlierBuilds(build: Build, builds: readonly Build[]): readonly Build[] {
  const image = imageOfBuild(build);
  const number = buildNumber(build);
  if (image === undefined || number === undefined) return [];
  return buildsOfImage(image, builds).filter((each) => (buildNumber(each) ?? Infinity) < number);
}

function referenceTo(build: Build): BuildReference {
  return { name: objectView(build).name, ...defined({ number: buildNumber(build) }) };
}
