import type { SourceConfig } from '../api/kpack/build.ts';
import type { Image } from '../api/kpack/image.ts';
import { POLL_INTERVAL_ANNOTATION } from '../api/kpack/source-resolver.ts';
import type { Manifest } from '../model/kubernetes-object.ts';
import { childName } from '../model/names.ts';
import { childMetadata, isSameMap, type StringMap } from './child-metadata.ts';
import { goSource } from './build-config.ts';
import { goJson } from './go-json.ts';
import type { ObservedResolver } from './observed-image.ts';

/** Returns the name of the SourceResolver of an Image. */
export function sourceResolverName({ metadata }: Pick<Image, 'metadata'>): string {
  return childName(metadata.name, '-source');
}

/** Returns the SourceResolver of an Image (kpack, image_builds.go). */
export function sourceResolver(image: Image): Manifest {
  const { metadata, spec, apiVersion } = image;
  const annotations = copiedAnnotations(metadata.annotations);
  return {
    apiVersion,
    kind: 'SourceResolver',
    metadata: {
      ...childMetadata(image, sourceResolverName(image)),
      ...(Object.keys(annotations).length > 0 && { annotations }),
    },
    spec: { serviceAccount: spec.serviceAccountName, source: goSource(spec.source) },
  };
}

/** Returns the annotations that a SourceResolver gets from its Image. kpack copies none, because it has no such annotation. */
export function copiedAnnotations(annotations: StringMap = {}): StringMap {
  const { [POLL_INTERVAL_ANNOTATION]: interval } = annotations;
  return interval === undefined ? {} : { [POLL_INTERVAL_ANNOTATION]: interval };
}

/** How the stored SourceResolver differs from the one that the Image needs. */
export function resolverDifference(
  { metadata, spec }: Image,
  resolver: ObservedResolver,
): 'none' | 'metadata' | 'spec' {
  const isSameSource = goJson(goSource(spec.source)) === goJson(goSource(resolver.spec.source));
  if (!isSameSource || (resolver.spec.serviceAccount ?? '') !== spec.serviceAccountName) return 'spec';
  const { labels, annotations } = resolver.metadata;
  const isSame =
    isSameMap(metadata.labels, labels) &&
    isSameMap(copiedAnnotations(metadata.annotations), copiedAnnotations(annotations));
  return isSame ? 'none' : 'metadata';
}

/** The source to build, and the version of its blob if only that one may be built. */
export interface SourceToBuild {
  readonly source: SourceConfig;
  readonly blobVersion?: string;
}

/**
 * Returns the source to build. `undefined` if the resolver has not resolved its current spec, or if the git server could not be
 * asked: then the revision is only the name of a branch or tag.
 */
export function resolvedSource({ metadata, status }: ObservedResolver): SourceToBuild | undefined {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  if (ready?.status !== 'True' || (metadata.generation ?? 0) !== (status?.observedGeneration ?? 0)) return undefined;
  const { git, blob, registry } = status?.source ?? {};
  if (git !== undefined) {
    if (git.type === 'Unknown') return undefined;
    const { url, revision, initializeSubmodules } = git;
    return {
      source: {
        git: { url, revision, ...(initializeSubmodules === true && { initializeSubmodules }) },
        ...subPathOf(git),
      },
    };
  }
  if (blob !== undefined) {
    const { url, auth = '', stripComponents = 0, version } = blob;
    return {
      source: {
        blob: { url, ...(auth !== '' && { auth }), ...(stripComponents !== 0 && { stripComponents }) },
        ...subPathOf(blob),
      },
      ...(version !== undefined && { blobVersion: version }),
    };
  }
  if (registry === undefined) return undefined;
  const { image, imagePullSecrets = [] } = registry;
  return {
    source: {
      registry: { image, ...(imagePullSecrets.length > 0 && { imagePullSecrets }) },
      ...subPathOf(registry),
    },
  };
}

function subPathOf({ subPath = '' }: Pick<SourceConfig, 'subPath'>): Pick<SourceConfig, 'subPath'> {
  return subPath === '' ? {} : { subPath };
}
