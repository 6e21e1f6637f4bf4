import type { Build, BuildBuilder, SourceConfig } from '../api/kpack/build.ts';
import type { Image } from '../api/kpack/image.ts';
import { BLOB_VERSION_ANNOTATION } from '../model/blob-version.ts';
import { compactTime } from '../model/compact-time.ts';
import { DEBUG_ANNOTATION } from '../model/debug-mode.ts';
import { execEnvOf, LAST_EXEC_ENV_ANNOTATION, lastExecEnvOf } from '../model/exec-env.ts';
import {
  BUILD_NUMBER_LABEL,
  BUILDER_KIND_ANNOTATION,
  BUILDER_NAME_ANNOTATION,
  CANCEL_ANNOTATION,
  CHANGES_ANNOTATION,
  IMAGE_GENERATION_LABEL,
  IMAGE_LABEL,
  REASON_ANNOTATION,
  TRIGGER_ANNOTATION,
} from '../model/image-metadata.ts';
import { parseTag, repositoryName } from '../model/image-reference.ts';
import { childName } from '../model/names.ts';
import { outcomeOf, type BuildHistory } from './build-history.ts';
import { cacheClaimName, needsCacheClaim } from './cache-claim.ts';
import { ownedBy } from './child-metadata.ts';

/** The parts of the next Build that its Image does not contain. */
export interface NextBuild {
  readonly history: BuildHistory;
  readonly builder: BuildBuilder;
  /** The run image of the builder, if it is known. */
  readonly runImage: string | undefined;
  readonly source: SourceConfig;
  /** The value of `BLOB_VERSION_ANNOTATION`. */
  readonly blobVersion?: string | undefined;
  /** The value of `REASON_ANNOTATION`, such as `COMMIT,CONFIG`. */
  readonly reason: string;
  /** The value of `CHANGES_ANNOTATION`. */
  readonly changes?: string;
  /** False if the claim of the volume cache cannot be mounted now. */
  readonly isCacheUsable: boolean;
  readonly priorityClassName?: string;
  /** The creation time of the Build in seconds since 1970. Without it, the tag with the number is left out. */
  readonly created: number | undefined;
}

/** Returns the Build with the next number of an Image (kpack, image_builds.go). */
export function nextBuild(image: Image, next: NextBuild): Build {
  const { metadata, spec } = image;
  const number = next.history.number + 1;
  const { buildTimeout, ...build } = spec.build ?? {};
  const { runImage, priorityClassName = '' } = next;
  return {
    apiVersion: image.apiVersion,
    kind: 'Build',
    metadata: {
      name: childName(metadata.name, `-build-${number}`),
      ...(metadata.namespace !== undefined && { namespace: metadata.namespace }),
      labels: { ...metadata.labels, ...imageLabels(image, number) },
      annotations: {
        ...inheritedAnnotations(image),
        ...reasonAnnotations(next),
        [BUILDER_NAME_ANNOTATION]: image.spec.builder.name,
        [BUILDER_KIND_ANNOTATION]: image.spec.builder.kind ?? '',
        ...lastExecEnv(image, next.history),
        ...(next.blobVersion === undefined ? {} : { [BLOB_VERSION_ANNOTATION]: next.blobVersion }),
      },
      ...ownedBy(image),
    },
    spec: {
      ...build,
      ...(buildTimeout !== undefined && { activeDeadlineSeconds: buildTimeout }),
      tags: [spec.tag, ...numberedTag(image, number, next.created), ...(spec.additionalTags ?? [])],
      builder: next.builder,
      ...(runImage !== undefined && runImage !== '' && { runImage: { image: runImage } }),
      serviceAccountName: spec.serviceAccountName,
      source: next.source,
      cache: buildCache(image, next.isCacheUsable),
      ...lastBuild(image, next.history),
      ...(priorityClassName !== '' && { priorityClassName }),
      ...optionalFields(spec),
    },
  };
}

function imageLabels({ metadata }: Image, number: number): Readonly<Record<string, string>> {
  return {
    [BUILD_NUMBER_LABEL]: `${number}`,
    [IMAGE_LABEL]: metadata.name,
    [IMAGE_GENERATION_LABEL]: `${metadata.generation ?? 1}`,
  };
}

/** Annotations of an Image or a Build that concern only one Build. */
const OF_ONE_BUILD: readonly string[] = [
  TRIGGER_ANNOTATION,
  CANCEL_ANNOTATION,
  DEBUG_ANNOTATION,
  LAST_EXEC_ENV_ANNOTATION,
];

/**
 * Returns the annotations of the Image without those that concern one Build. A Build that inherits a trigger would cause another
 * Build, and every Build that inherits a cancellation would end at once. A Build that inherits the debug mode would push no image.
 */
function inheritedAnnotations({ metadata }: Image): Readonly<Record<string, string>> {
  const annotations = Object.entries(metadata.annotations ?? {});
  return Object.fromEntries(annotations.filter(([key]) => !OF_ONE_BUILD.includes(key)));
}

function reasonAnnotations({ reason, changes }: NextBuild): Readonly<Record<string, string>> {
  return {
    [REASON_ANNOTATION]: reason,
    ...(changes !== undefined && { [CHANGES_ANNOTATION]: changes }),
  };
}

/** True if a Build gets a tag of its own, such as `b1.20060102.150405` or `TAG-b1.20060102.150405`. */
export function hasNumberedTag({ spec }: Image): boolean {
  return spec.imageTaggingStrategy !== 'None' && parseTag(spec.tag) !== undefined;
}

function numberedTag(image: Image, number: number, created: number | undefined): readonly string[] {
  const reference = parseTag(image.spec.tag);
  if (!hasNumberedTag(image) || reference === undefined || created === undefined) return [];
  const prefix = reference.tag === undefined || reference.tag === 'latest' ? '' : `${reference.tag}-`;
  return [`${repositoryName(reference)}:${prefix}b${number}.${compactTime(created)}`];
}

function buildCache(image: Image, isCacheUsable: boolean): NonNullable<Build['spec']['cache']> {
  const { registry } = image.spec.cache ?? {};
  return {
    ...(needsCacheClaim(image) && isCacheUsable && { volume: { persistentVolumeClaimName: cacheClaimName(image) } }),
    ...(registry?.tag !== undefined && registry.tag !== '' && { registry }),
  };
}

/**
 * Returns the annotation that the last image is of another execution environment. If the Builds are deleted, nothing reports the environment of
 * the last image, so it counts as the Image's own.
 */
function lastExecEnv({ metadata }: Image, { builds }: BuildHistory): Readonly<Record<string, string>> {
  const finished = builds.findLast((build) => ['True', 'False'].includes(outcomeOf(build)));
  if (finished === undefined) return {};
  const last = outcomeOf(finished) === 'False' ? lastExecEnvOf(finished.metadata) : execEnvOf(finished.metadata);
  return last === execEnvOf(metadata) ? {} : { [LAST_EXEC_ENV_ANNOTATION]: last };
}

/** Returns the last successful build. If its Build is deleted, the status of the Image still describes it. */
function lastBuild({ status }: Image, { builds }: BuildHistory): Pick<Build['spec'], 'lastBuild'> {
  const finished = builds.findLast((build) => ['True', 'False'].includes(outcomeOf(build)));
  if (finished !== undefined && outcomeOf(finished) === 'False') {
    return finished.spec.lastBuild === undefined ? {} : { lastBuild: finished.spec.lastBuild };
  }
  const image = finished === undefined ? status?.latestImage : finished.status?.latestImage;
  const stackId = finished === undefined ? status?.latestStack : finished.status?.stack?.id;
  const cache = finished?.status?.latestCacheImage;
  if (image === undefined || image === '') return {};
  return {
    lastBuild: {
      image,
      ...(cache !== undefined && cache !== '' && { cache: { image: cache } }),
      ...(stackId !== undefined && stackId !== '' && { stackId }),
    },
  };
}

function optionalFields(spec: Image['spec']): Partial<Build['spec']> {
  const { projectDescriptorPath, notary, cosign, defaultProcess } = spec;
  return {
    ...(projectDescriptorPath !== undefined && { projectDescriptorPath }),
    ...(notary !== undefined && { notary }),
    ...(cosign !== undefined && { cosign }),
    ...(defaultProcess !== undefined && { defaultProcess }),
  };
}
