import type { KubeObject } from '../../../kube/client/kube-object.ts';
import type { BuildOutcome } from '../../../model/build-outcome.ts';
import { parseImageReference, repositoryName } from '../../../model/image-reference.ts';
import { objectAt, textAt } from '../../../model/json-field.ts';
import { isJsonList } from '../../../model/json.ts';

/** The image of an outcome that is in no repository of the Build's: neither of its tags nor of its cache. */
export function unwantedImage(build: KubeObject, { IMAGE_URL, CACHE_IMAGE }: BuildOutcome): string | undefined {
  const spec = objectAt(build, 'spec');
  const { tags } = spec;
  const cache = textAt(objectAt(objectAt(spec, 'cache'), 'registry'), 'tag');
  if (!isIn(tags !== undefined && isJsonList(tags) ? tags : [], IMAGE_URL)) return IMAGE_URL;
  return CACHE_IMAGE === undefined || isIn([cache], CACHE_IMAGE) ? undefined : CACHE_IMAGE;
}

function isIn(names: readonly unknown[], image: string): boolean {
  const repository = repositoryOf(image);
  return repository !== undefined && names.some((name) => repositoryOf(name) === repository);
}

function repositoryOf(image: unknown): string | undefined {
  const reference = typeof image === 'string' ? parseImageReference(image) : undefined;
  return reference && repositoryName(reference);
}
