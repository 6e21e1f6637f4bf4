import type { Image } from '../api/kpack/image.ts';
import { canonicalTag } from '../model/image-reference.ts';
import type { ImageCondition } from './image-status.ts';

/** An Image can have thousands of tags, and thousands of Images can have the same ones: a change of one would concern all others. */
const MAX_TAGS = 10;

/**
 * Returns the first ten tags that the Builds of an Image push to, each with its registry, repository and tag. A registry cache has one,
 * too.
 */
export function pushedTags({ spec }: Pick<Image, 'spec'>): readonly string[] {
  const { tag, additionalTags = [], cache } = spec;
  const cacheTag = cache?.registry?.tag;
  const all = [tag, ...(cacheTag === undefined ? [] : [cacheTag]), ...additionalTags];
  const tags = all.slice(0, MAX_TAGS).map(canonicalTag);
  return [...new Set(tags)].filter((one) => one !== undefined);
}

/** A tag that another Image of the namespace pushes to, too. */
export interface SharedTag {
  readonly tag: string;
  /** The name of that Image. */
  readonly other: string;
}

/**
 * Returns a condition if another Image of the namespace pushes to the same tag. Images of other namespaces do not count. Their users
 * could otherwise write conditions and Warnings here, and read which tags exist there.
 */
export function sharedTagConditions({ metadata }: Image, shared: SharedTag | undefined): readonly ImageCondition[] {
  if (shared === undefined) return [];
  const { tag, other } = shared;
  const message = `Image '${metadata.name}' and Image '${other}' push to '${tag}', and each replaces the image of the other. Give one Image another tag. To change spec.tag, delete the Image and create it again.`;
  return [{ type: 'TagUnique', status: 'False', reason: 'TagShared', message }];
}
