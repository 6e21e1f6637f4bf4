import { parseImageReference } from './image-reference.ts';

/**
 * Lifecycle images by `VERSION` or `VERSION/ARCHITECTURE`, such as `0.20.12` and `0.20.12/arm64`. Every image has a digest.
 */
export type LifecycleImages = Readonly<Record<string, string>>;

/** A lifecycle image and the lifecycle that it contains. */
export interface LifecycleImage {
  /** A lifecycle version, or a version and an architecture. */
  readonly key: string;
  readonly image: string;
}

/** The lifecycle of a builder image, as the image's labels describe it. */
export interface BuilderLifecycle {
  readonly version: string | undefined;
  /** The architecture of the builder image. `undefined` if it is unknown or if the image has several. */
  readonly architecture: string | undefined;
}

/** A version, with one of the architectures that taskpack's own images have. Builds run on no other architecture. */
const KEY = /^\d{1,9}\.\d{1,9}\.\d{1,9}(?:-[0-9A-Za-z.-]{1,64})?(?:\/(?:amd64|arm64))?$/;

/**
 * Parses `VERSION[/ARCHITECTURE]=REPOSITORY@DIGEST`. Returns `undefined` if the text is invalid, has no digest, or names an
 * architecture that Builds do not run on.
 */
export function parseLifecycleImage(text: string): LifecycleImage | undefined {
  const [key = '', image = '', ...rest] = text.split('=');
  if (rest.length > 0 || !KEY.test(key) || parseImageReference(image)?.digest === undefined) return undefined;
  return { key, image };
}

/**
 * Returns the image for a builder's lifecycle version: the image for the builder's architecture, else the image for all
 * architectures. Returns `undefined` if there is none.
 */
export function findLifecycleImage(
  images: LifecycleImages,
  { version, architecture }: BuilderLifecycle,
): string | undefined {
  if (version === undefined) return undefined;
  const keys = [...(architecture === undefined ? [] : [`${version}/${architecture}`]), version];
  const key = keys.find((candidate) => Object.hasOwn(images, candidate));
  return key === undefined ? undefined : images[key];
}
