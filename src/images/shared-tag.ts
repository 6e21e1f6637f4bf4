import type { Image } from '../api/kpack/image.ts';
import { parseTag } from '../model/image-reference.ts';
import type { ImageCondition } from './image-status.ts';

/** An Image can have thousands of tags, and thousands of Images can have the same ones. */
const MAX_TAGS = 100;

/**
 * Returns the first 100 tags that the Builds of an Image push to, each with its registry, repository and tag. A registry cache has one,
 * too.
 */
export function pushedTags({ spec }: Image): readonly string[] {
  const { tag, additionalTags = [], cache } = spec;
  const cacheTag = cache?.registry?.tag;
  const all = [tag, ...(cacheTag === undefined ? [] : [cacheTag]), ...additionalTags];
  const tags = all.slice(0, MAX_TAGS).map(fullTag);
  return [...new Set(tags)].filter((one) => one !== undefined);
}

function fullTag(text: string): string | undefined {
  const reference = parseTag(text);
  return reference && `${reference.registry}/${reference.repository}:${reference.tag ?? 'latest'}`;
}

/**
 * Returns a condition if another Image pushes to the same tag. The message names one such Image of the same
 * namespace. It names no Image of another namespace, because users of one namespace may not read the Images of another one.
 */
export function sharedTagConditions(image: Image, others: readonly Image[]): readonly ImageCondition[] {
  const { name, namespace } = image.metadata;
  const [neighbour] = others.filter((other) => other.metadata.namespace === namespace).toSorted(byName);
  const other = neighbour ?? others[0];
  if (other === undefined) return [];
  const theirs = new Set(pushedTags(other));
  const tag = pushedTags(image).find((one) => theirs.has(one)) ?? '';
  const second = neighbour === undefined ? 'an Image of another namespace' : `Image '${neighbour.metadata.name}'`;
  const message = `Image '${name}' and ${second} push to '${tag}', and each replaces the image of the other. Change the tag of one Image.`;
  return [{ type: 'TagUnique', status: 'False', reason: 'TagShared', message }];
}

function byName(left: Image, right: Image): number {
  return left.metadata.name < right.metadata.name ? -1 : 1;
}
