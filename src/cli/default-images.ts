import { fieldNote, fieldWarning } from '../core/model/problem.ts';
import { DEFAULT_SETTINGS } from '../core/settings/settings.ts';
import { VERSION } from '../core/settings/version.ts';
import { reportProblems } from './problems.ts';
import type { Terminal } from './terminal.ts';

/** True if a registry has the default images of this version. The commit that releases the version sets it to true. */
export const IS_RELEASED: boolean = false;

/** The options that replace the default images. */
export interface ImageFlags {
  readonly imageRegistry?: string;
  readonly stepsImage?: string;
  readonly entrypointImage?: string;
}

/** A default image that no registry has. */
export interface UnreleasedImage {
  readonly image: string;
  /** Its repository, to which `npm run images` pushes it: `steps:0.1.0`. */
  readonly repository: string;
  readonly option: '--steps-image' | '--entrypoint-image';
}

/** Returns the default images that no option and no environment variable replaces. Returns none for a released version. */
export function unreleasedImages(
  { imageRegistry, stepsImage, entrypointImage }: ImageFlags,
  { STEPS_IMAGE = '', ENTRYPOINT_IMAGE = '' }: Terminal['environment'],
  isReleased = IS_RELEASED,
): readonly UnreleasedImage[] {
  if (isReleased || imageRegistry !== undefined) return [];
  const images: UnreleasedImage[] = [];
  if (stepsImage === undefined && STEPS_IMAGE === '') {
    images.push({ image: DEFAULT_SETTINGS.images.steps, repository: `steps:${VERSION}`, option: '--steps-image' });
  }
  if (entrypointImage === undefined && ENTRYPOINT_IMAGE === '') {
    const image = DEFAULT_SETTINGS.images.entrypoint;
    images.push({ image, repository: `entrypoint:${VERSION}`, option: '--entrypoint-image' });
  }
  return images;
}

/** Warns that Pods cannot pull these images, and says how to push them and which option then names them. */
export function warnOfUnreleased(
  images: readonly UnreleasedImage[],
  errors: Terminal['errors'],
  { problem = fieldWarning, option = optionsNaming(images) } = {},
): void {
  if (images.length === 0) return;
  const names = images.map(({ image }) => image).join(' and ');
  const message =
    `taskpack ${VERSION} is not released: no registry has ${names}, so Pods cannot pull ${images.length > 1 ? 'them' : 'it'}. ` +
    `Push the images with "npm run images -- --push REGISTRY" in taskpack's repository, then add ${option}`;
  reportProblems([problem([], message)], errors);
}

function optionsNaming(images: readonly UnreleasedImage[]): string {
  return images.map(({ repository, option }) => `${option} REGISTRY/${repository}`).join(' ');
}

/**
 * Passes manifests on and, after the last one, notes the unreleased images that they name. A note, because `--strict` turns
 * warnings into errors, and the user can push the images later.
 */
export function* withUnreleasedNote(
  texts: Iterable<string>,
  images: readonly UnreleasedImage[],
  errors: Terminal['errors'],
): Generator<string> {
  const named = new Set<UnreleasedImage>();
  for (const text of texts) {
    for (const image of images) if (!named.has(image) && text.includes(image.image)) named.add(image);
    yield text;
  }
  warnOfUnreleased([...named], errors, { problem: fieldNote });
}
