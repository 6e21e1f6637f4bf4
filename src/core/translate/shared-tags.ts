import type { ApiObject } from '../api/read-objects.ts';
import { pushedTags } from '../images/shared-tag.ts';
import { fieldWarning, formatLocation, type Problem } from '../model/problem.ts';
import type { InputIndex } from './input-index.ts';
import { located } from './located.ts';

/** Warns of each Image that pushes to a tag of an earlier Image of its namespace, as the condition TagUnique does on a cluster. */
export function sharedTags(inputIndex: Pick<InputIndex, 'all'>): readonly Problem[] {
  const holders = new Map<string, ApiObject & { readonly kind: 'Image' }>();
  const problems: Problem[] = [];
  for (const object of inputIndex.all()) {
    if (object.kind !== 'Image') continue;
    const { name, namespace = '' } = object.value.metadata;
    const tags = pushedTags(object.value).map((tag) => ({ tag, key: `${namespace} ${tag}` }));
    const shared = tags.find(({ key }) => holders.has(key));
    const first = shared && holders.get(shared.key);
    for (const { key } of tags) if (!holders.has(key)) holders.set(key, object);
    if (shared === undefined || first === undefined) continue;
    const place = first.locate(['spec', 'tag']);
    const other = `Image "${first.value.metadata.name}"${place === undefined ? '' : ` (${formatLocation(place)})`}`;
    const message = `Image "${name}" and ${other} push to ${shared.tag}, and each replaces the image of the other: give one Image another tag`;
    problems.push(located(fieldWarning(['spec', 'tag'], message), object));
  }
  return problems;
}
