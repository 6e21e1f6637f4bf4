import type { Image } from '../api/kpack/image.ts';
import { parseTag } from '../model/image-reference.ts';
import type { ImageCondition } from './image-status.ts';

/** Returns the tags that the Builds of an Image push to, each with its registry, repository and tag. A registry cache has one, too. */
export function pushedTags({ spec }: Image): readonly string[] {
  const tags = [spec.tag, ...(spec.additionalTags ?? []), spec.cache?.registry?.tag ?? ''].map(fullTag);
  return [...new Set(tags)].filter((tag) => tag !== undefined);
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
  const neighbours = others.filter((other) => other.metadata.namespace === namespace).toSorted(byName);
  const other = neighbours[0] ?? others[0];
  if (other === undefined) return [];
  const theirs = pushedTags(other);
  const tag = pushedTags(image).find((one) => theirs.includes(one)) ?? '';
  const second = neighbours.includes(other) ? `Image '${other.metadata.name}'` : 'an Image of another namespace';
  const message = `Image '${name}' and ${second} push to '${tag}', and each replaces the image of the other. Change the tag of one Image.`;
  return [{ type: 'TagUnique', status: 'False', reason: 'TagShared', message }];
}

function byName(left: Image, right: Image): number {
  return left.metadata.name < right.metadata.name ? -1 : 1;
}
