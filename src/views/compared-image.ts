import { objectAt, textAt } from '../model/json-field.ts';
import type { JsonObject } from '../model/json.ts';
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

/** A Build to compare with, as the API server returns it. */
export interface Compared {
  readonly view: ComparedImage;
  readonly build?: JsonObject;
}

/**
 * Returns the image to compare with: that of the last earlier Build of the same Image that has one. If there is no such Build, the
 * image that the Build itself names as the previous one. Returns `undefined` for the first image.
 */
export function comparedImage(build: JsonObject, builds: readonly JsonObject[]): Compared | undefined {
  const earlier = earlierBuilds(build, builds);
  const index = earlier.findIndex((each) => builtImage(each) !== undefined);
  const found = earlier[index];
  const image = found === undefined ? undefined : builtImage(found);
  if (found !== undefined && image !== undefined) {
    const skipped = earlier.slice(0, index).map(referenceTo);
    return { view: { image, build: referenceTo(found), skipped }, build: found };
  }
  const named = textAt(objectAt(objectAt(build, 'spec'), 'lastBuild'), 'image');
  return named === undefined ? undefined : { view: { image: named, skipped: earlier.map(referenceTo) } };
}

/** Returns the earlier Builds of the same Image, newest first. */
function earlierBuilds(build: JsonObject, builds: readonly JsonObject[]): readonly JsonObject[] {
  const image = imageOfBuild(build);
  const number = buildNumber(build);
  if (image === undefined || number === undefined) return [];
  return buildsOfImage(image, builds).filter((each) => (buildNumber(each) ?? Infinity) < number);
}

function builtImage(build: JsonObject): string | undefined {
  return textAt(objectAt(build, 'status'), 'latestImage');
}

function referenceTo(build: JsonObject): BuildReference {
  const number = buildNumber(build);
  return { name: objectView(build).name, ...(number !== undefined && { number }) };
}
