import type { Build } from '../api/kpack/build.ts';
import type { Image } from '../api/kpack/image.ts';
import { parseTag, repositoryName } from '../model/image-reference.ts';
import { childName } from '../model/names.ts';
import { fieldWarning } from '../model/problem.ts';
import type { Report } from './report.ts';
import { compactTime, createdAt } from './times.ts';
import type { World } from './world.ts';

const NUMBER = '1';

/**
 * The Build that kpack's Image controller makes first of an Image (kpack, image_builds.go): number 1, because of CONFIG.
 * `now` is when that is, in seconds since 1970.
 */
export function firstBuild(image: Image, world: World, now: number | undefined, report: Report): Build {
  const { metadata, spec } = image;
  const created = now ?? createdAt(image, undefined);
  const { buildTimeout, ...build } = spec.build ?? {};
  return {
    apiVersion: image.apiVersion,
    kind: 'Build',
    metadata: {
      name: childName(metadata.name, `-build-${NUMBER}`),
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
      ...runImage(image, world),
      serviceAccountName: spec.serviceAccountName,
      source: spec.source,
      cache: buildCache(image),
      ...optional(spec),
    },
  };
}

/** The claim of an Image's volume cache. */
export function cacheClaimName({ metadata, status }: Image): string {
  return status?.buildCacheName ?? childName(metadata.name, '-cache');
}

function imageLabels({ metadata }: Image): Readonly<Record<string, string>> {
  return {
    'image.kpack.io/buildNumber': NUMBER,
    'image.kpack.io/image': metadata.name,
    'image.kpack.io/imageGeneration': `${metadata.generation ?? 1}`,
  };
}

function builderAnnotations({ spec }: Image): Readonly<Record<string, string>> {
  return { 'image.kpack.io/builderName': spec.builder.name, 'image.kpack.io/builderKind': spec.builder.kind ?? '' };
}

/** The tag that tells this build's image from others', as `b1.20060102.150405` behind the Image's own tag. */
function numberedTag(image: Image, created: number | undefined, report: Report): readonly string[] {
  const { tag, imageTaggingStrategy } = image.spec;
  const reference = parseTag(tag);
  if (imageTaggingStrategy === 'None' || reference === undefined) return [];
  if (created === undefined) {
    const message = 'the tag with the build number is left out, because its time is not known: pass --now UNIX';
    report(fieldWarning(['spec', 'tags'], message));
    return [];
  }
  const prefix = reference.tag === undefined || reference.tag === 'latest' ? '' : `${reference.tag}-`;
  return [`${repositoryName(reference)}:${prefix}b${NUMBER}.${compactTime(created)}`];
}

function runImage({ metadata, spec }: Image, world: World): Pick<Build['spec'], 'runImage'> {
  const { kind, name } = spec.builder;
  const builder = kind === 'Builder' ? world.builder(metadata.namespace, name) : world.clusterBuilder(name);
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

function optional(spec: Image['spec']): Partial<Build['spec']> {
  const { projectDescriptorPath, notary, cosign, defaultProcess } = spec;
  return {
    ...(projectDescriptorPath !== undefined && { projectDescriptorPath }),
    ...(notary !== undefined && { notary }),
    ...(cosign !== undefined && { cosign }),
    ...(defaultProcess !== undefined && { defaultProcess }),
  };
}
