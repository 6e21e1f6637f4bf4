import type { ApiObject } from '../../core/api/read-objects.ts';
import type { FieldPath, FieldProblem, Problem } from '../../core/model/problem.ts';
import { imageKey } from '../../core/translate/images-without-facts.ts';
import { located } from '../../core/translate/located.ts';
import type { BuilderObject } from './read-builders.ts';

/**
 * Adds files and lines to the problems of a builder. A problem of an image without facts gets the place of the resource
 * that names the image, because the user has to look there.
 */
export function placeProblems(
  problems: readonly FieldProblem[],
  builder: BuilderObject,
  resources: readonly ApiObject[],
): readonly Problem[] {
  return problems.map((problem) => placed(problem, builder, resources));
}

function placed(problem: FieldProblem, builder: BuilderObject, resources: readonly ApiObject[]): Problem {
  const { lacksFactsOf, paths } = problem;
  const [, field = ''] = paths[0];
  const key = lacksFactsOf === undefined ? undefined : imageKey(lacksFactsOf);
  for (const object of key === undefined ? [] : [builder, ...resources]) {
    const place = imagesOf(object, field, builder).find(({ image }) => imageKey(image) === key);
    if (place !== undefined) return located({ ...problem, paths: [place.path] }, object);
  }
  return located(problem, builder);
}

interface NamedImage {
  readonly image: string;
  readonly path: FieldPath;
}

/** Returns the images of an object that the field `stack`, `lifecycle` or `order` of the builder refers to. */
function imagesOf(object: ApiObject, field: string | number, { value: builder }: BuilderObject): readonly NamedImage[] {
  const { stack, lifecycle } = builder.spec;
  if (field === 'stack' && object.kind === 'ClusterStack' && object.value.metadata.name === stack.name) {
    const { buildImage, runImage } = object.value.spec;
    return [
      ofImage(buildImage.image, 'spec', 'buildImage', 'image'),
      ofImage(runImage.image, 'spec', 'runImage', 'image'),
    ];
  }
  if (field === 'lifecycle' && object.kind === 'ClusterLifecycle' && object.value.metadata.name === lifecycle.name) {
    return [ofImage(object.value.spec.image, 'spec', 'image')];
  }
  if (field !== 'order') return [];
  if (object.kind === 'Buildpack' || object.kind === 'ClusterBuildpack') {
    return [ofImage(object.value.spec.image, 'spec', 'image')];
  }
  if (object.kind === 'ClusterStore') {
    return object.value.spec.sources.map(({ image }, index) => ofImage(image, 'spec', 'sources', index, 'image'));
  }
  return object.value === builder ? imagesOfOrder(builder) : [];
}

function imagesOfOrder({ spec }: BuilderObject['value']): readonly NamedImage[] {
  return (spec.order ?? []).flatMap(({ group = [] }, index) =>
    group.flatMap(({ image = '' }, entry) =>
      image === '' ? [] : [ofImage(image, 'spec', 'order', index, 'group', entry, 'image')],
    ),
  );
}

function ofImage(image: string, ...path: FieldPath): NamedImage {
  return { image, path };
}
