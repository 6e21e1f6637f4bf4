import type { Build } from '../api/kpack/build.ts';
import type { Image } from '../api/kpack/image.ts';
import { parseTag, repositoryName } from '../model/image-reference.ts';
import { childName } from '../model/names.ts';
import { type FieldPath, fieldWarning } from '../model/problem.ts';
import type { ReferencedObjects } from './referenced-objects.ts';
import type { Report } from './report.ts';
import { compactTime, createdAt } from './times.ts';

const TAGGING_STRATEGIES: ReadonlySet<string> = new Set(['None', 'BuildNumber']);

/**
 * Returns the next Build that kpack's Image controller would create for an Image because of its spec (kpack,
 * image_builds.go). Its number follows that of `status.buildCounter`. `now` is its creation time in seconds since 1970.
 */
export function nextBuild(image: Image, objects: ReferencedObjects, now: number | undefined, report: Report): Build {
  const { metadata, spec } = image;
  const created = now ?? createdAt(image, undefined);
  const { buildTimeout, ...build } = spec.build ?? {};
  return {
    apiVersion: image.apiVersion,
    kind: 'Build',
    metadata: {
      name: childName(metadata.name, `-build-${buildNumber(image)}`),
      ...(metadata.namespace !== undefined && { namespace: metadata.namespace }),
      ...(created !== undefined && { creationTimestamp: new Date(created * 1000).toISOString() }),
      labels: { ...metadata.labels, ...imageLabels(image) },
      annotations: { ...metadata.annotations, 'image.kpack.io/reason': 'CONFIG', ...builderAnnotations(image) },
    },
    spec: {
      ...build,
      ...(buildTimeout !== undefined && { activeDeadlineSeconds: buildTimeout }),
      tags: [spec.tag, ...numberedTag(image, created, report), ...(spec.additionalTags ?? [])],
      builder: { ref: { kind: spec.builder.kind ?? '', name: spec.builder.name } },
      ...runImage(image, objects),
      serviceAccountName: spec.serviceAccountName,
      source: spec.source,
      cache: buildCache(image),
      ...lastBuild(image),
      ...optional(spec),
    },
  };
}

/** Returns the name of the PersistentVolumeClaim of an Image's volume cache. */
export function cacheClaimName({ metadata, status }: Image): string {
  return status?.buildCacheName ?? childName(metadata.name, '-cache');
}

function buildNumber({ status }: Image): number {
  return (status?.buildCounter ?? 0) + 1;
}

function imageLabels(image: Image): Readonly<Record<string, string>> {
  const { metadata } = image;
  return {
    'image.kpack.io/buildNumber': `${buildNumber(image)}`,
    'image.kpack.io/image': metadata.name,
    'image.kpack.io/imageGeneration': `${metadata.generation ?? 1}`,
  };
}

function builderAnnotations({ spec }: Image): Readonly<Record<string, string>> {
  return { 'image.kpack.io/builderName': spec.builder.name, 'image.kpack.io/builderKind': spec.builder.kind ?? '' };
}

/**
 * Returns the tag of this build only, such as `b1.20060102.150405` or `TAG-b1.20060102.150405`. Reports a warning if
 * the time is unknown.
 */
function numberedTag(image: Image, created: number | undefined, report: Report): readonly string[] {
  const { tag, imageTaggingStrategy } = image.spec;
  const reference = parseTag(tag);
  if (!TAGGING_STRATEGIES.has(imageTaggingStrategy)) {
    const message = `unknown strategy ${JSON.stringify(imageTaggingStrategy)}; like kpack, taskpack uses BuildNumber`;
    report(fieldWarning(['spec', 'imageTaggingStrategy'], message));
  }
  if (imageTaggingStrategy === 'None' || reference === undefined) return [];
  if (created === undefined) {
    const message = 'the tag with the build number is omitted, because the creation time is unknown: pass --now UNIX';
    report(fieldWarning(['spec', 'tags'], message));
    return [];
  }
  const prefix = reference.tag === undefined || reference.tag === 'latest' ? '' : `${reference.tag}-`;
  return [`${repositoryName(reference)}:${prefix}b${buildNumber(image)}.${compactTime(created)}`];
}

function runImage({ metadata, spec }: Image, objects: ReferencedObjects): Pick<Build['spec'], 'runImage'> {
  const { kind, name } = spec.builder;
  const builder = kind === 'Builder' ? objects.builder(metadata.namespace, name) : objects.clusterBuilder(name);
  const image = builder?.status?.stack?.runImage;
  return image === undefined ? {} : { runImage: { image } };
}

function buildCache(image: Image): NonNullable<Build['spec']['cache']> {
  const { cache } = image.spec;
  return {
    ...(cache?.volume?.size !== undefined && { volume: { persistentVolumeClaimName: cacheClaimName(image) } }),
    ...(cache?.registry !== undefined && { registry: cache.registry }),
  };
}

/** Returns the last successful Build, as the Image's status describes it. */
function lastBuild({ status }: Image): Pick<Build['spec'], 'lastBuild'> {
  const { latestImage, latestStack } = status ?? {};
  if (latestImage === undefined) return {};
  return { lastBuild: { image: latestImage, ...(latestStack !== undefined && { stackId: latestStack }) } };
}

function optional(spec: Image['spec']): Partial<Build['spec']> {
  const { projectDescriptorPath, notary, cosign, defaultProcess } = spec;
  return {
    ...(projectDescriptorPath !== undefined && { projectDescriptorPath }),
    ...(notary !== undefined && { notary }),
    ...(cosign !== undefined && { cosign }),
    ...(defaultProcess !== undefined && { defaultProcess }),
  };
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
