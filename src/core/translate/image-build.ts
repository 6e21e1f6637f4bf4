import type { Build } from '../api/kpack/build.ts';
import type { Image } from '../api/kpack/image.ts';
import { buildChanges } from '../images/build-changes.ts';
import { buildHistory } from '../images/build-history.ts';
import { namesBuilderElsewhere } from '../images/observed-builder.ts';
import { hasNumberedTag, nextBuild } from '../images/next-build.ts';
import { IMAGE_LABEL } from '../model/image-metadata.ts';
import { fieldError, fieldWarning, type FieldPath, type FieldProblem } from '../model/problem.ts';
import type { KnownBuilder, ReferencedObjects } from '../resolver/referenced-objects.ts';
import { createdAt } from '../resolver/times.ts';
import type { InputIndex } from './input-index.ts';

const TAGGING_STRATEGIES: ReadonlySet<string> = new Set(['None', 'BuildNumber']);

/**
 * Returns the next Build of an Image, as the Image controller would create it for the source that the Image names. `now` is its
 * creation time in seconds since 1970.
 */
export function imageBuild(
  image: Image,
  objects: Pick<ReferencedObjects, 'builder' | 'clusterBuilder'>,
  builds: readonly Build[],
  now: number | undefined,
): { readonly build: Build; readonly problems: readonly FieldProblem[] } {
  const { source } = image.spec;
  const history = buildHistory(image, builds);
  const found = builderOf(image, objects);
  const created = now ?? createdAt(image, undefined);
  const builder = found ?? { kind: 'Builder', metadata: { name: image.spec.builder.name } };
  const { reasons, json } = buildChanges({
    image,
    source,
    builder,
    last: history.newest,
    nowMs: (created ?? 0) * 1000,
  });
  const build = nextBuild(image, {
    history,
    // kpack names the image in the builder's status. The reference leads there and to the rest of that status.
    builder: { ref: { kind: image.spec.builder.kind ?? '', name: image.spec.builder.name } },
    runImage: found?.status?.stack?.runImage,
    source,
    // The user asks for a Build even if nothing has changed.
    ...(reasons.length === 0 ? { reason: 'CONFIG' } : { reason: reasons.join(','), changes: json }),
    isCacheUsable: true,
    created,
  });
  return {
    build: withCreationTime(build, created),
    problems: [...namespaceProblems(image), ...taggingProblems(image, created)],
  };
}

/** Returns the Builds of the input that name an Image. */
export type BuildsByImage = (image: Image) => readonly Build[];

/** Groups the Builds of the input by the Image that their labels name. */
export function buildsByImage(inputIndex: Pick<InputIndex, 'all'>): BuildsByImage {
  const groups = new Map<string, Build[]>();
  for (const object of inputIndex.all()) {
    const image = object.kind === 'Build' ? (object.value.metadata.labels?.[IMAGE_LABEL] ?? '') : '';
    if (object.kind !== 'Build' || image === '') continue;
    const group = groups.get(image);
    if (group === undefined) groups.set(image, [object.value]);
    else group.push(object.value);
  }
  return ({ metadata }) => groups.get(metadata.name) ?? [];
}

function withCreationTime(build: Build, created: number | undefined): Build {
  if (created === undefined) return build;
  return { ...build, metadata: { ...build.metadata, creationTimestamp: new Date(created * 1000).toISOString() } };
}

function builderOf(
  { metadata, spec }: Image,
  objects: Pick<ReferencedObjects, 'builder' | 'clusterBuilder'>,
): KnownBuilder | undefined {
  const { kind, name } = spec.builder;
  return kind === 'Builder' ? objects.builder(metadata.namespace, name) : objects.clusterBuilder(name);
}

function namespaceProblems(image: Image): readonly FieldProblem[] {
  if (!namesBuilderElsewhere(image)) return [];
  const message = 'an Image can use a Builder of its own namespace only: name such a Builder or a ClusterBuilder';
  return [fieldError(['spec', 'builder', 'namespace'], message)];
}

function taggingProblems(image: Image, created: number | undefined): readonly FieldProblem[] {
  const { imageTaggingStrategy } = image.spec;
  const problems: FieldProblem[] = [];
  if (!TAGGING_STRATEGIES.has(imageTaggingStrategy)) {
    const message = `unknown strategy ${JSON.stringify(imageTaggingStrategy)}; like kpack, taskpack uses BuildNumber`;
    problems.push(fieldWarning(['spec', 'imageTaggingStrategy'], message));
  }
  if (hasNumberedTag(image) && created === undefined) {
    const message =
      'the tag with the build number is omitted, because the creation time is unknown: pass --now SECONDS';
    problems.push(fieldWarning(['spec', 'tags'], message));
  }
  return problems;
}

/** Maps a path in a Build to the path of the field in its Image that determines the value. */
export function imagePath(path: FieldPath): FieldPath {
  const [head, field, ...rest] = path;
  if (head !== 'spec' || field === undefined) return ['metadata'];
  if (field === 'tags') return ['spec', 'tag'];
  if (field === 'builder' || field === 'runImage') return ['spec', 'builder'];
  if (field === 'activeDeadlineSeconds') return ['spec', 'build', 'buildTimeout'];
  if (field === 'cache' && rest[0] === 'volume') return ['spec', 'cache', 'volume'];
  return BUILD_FIELDS.has(field) ? ['spec', 'build', field, ...rest] : path;
}

const BUILD_FIELDS: ReadonlySet<string | number> = new Set([
  'services',
  'cnbBindings',
  'env',
  'resources',
  'tolerations',
  'nodeSelector',
  'affinity',
  'runtimeClassName',
  'schedulerName',
  'creationTime',
]);
