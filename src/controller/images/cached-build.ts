import type { Build } from '../../core/api/kpack/build.ts';
import { BUILD } from '../../core/api/kpack/kind-definitions.ts';
import { objectMeta } from '../../core/api/kubernetes/object-meta.ts';
import { outcomeOf } from '../../core/images/build-history.ts';
import { keyOf, type KubeObject } from '../../clients/kube/client/kube-object.ts';
import { KubeError } from '../../clients/kube/kube-error.ts';
import { BLOB_VERSION_ANNOTATION } from '../../core/model/blob-version.ts';
import { EXEC_ENV_ANNOTATION, LAST_EXEC_ENV_ANNOTATION } from '../../core/model/exec-env.ts';
import { succeededCondition } from '../../core/model/conditions.ts';
import { asBuild } from '../../core/model/objects/build.ts';
import { REASON_ANNOTATION, TRIGGER_ANNOTATION } from '../../core/model/image-metadata.ts';
import { objectReader } from '../kit/readable-cache.ts';
import { valueSharing, type ShareValue } from './value-sharing.ts';

/** The annotations that the next step of an Image depends on. The others can be large. */
const CACHED_ANNOTATIONS = [
  TRIGGER_ANNOTATION,
  REASON_ANNOTATION,
  BLOB_VERSION_ANNOTATION,
  EXEC_ENV_ANNOTATION,
  LAST_EXEC_ENV_ANNOTATION,
];

const readBuild = objectReader(BUILD);

type Metadata = Build['metadata'];
type Spec = Build['spec'];
type Status = NonNullable<Build['status']>;

/** Returns a function that reads the Builds of a cache. Most of them are finished Builds with many equal fields, which they share. */
export function cachedBuildReader(): (object: KubeObject) => Build {
  const sharing: Sharing = {
    annotations: valueSharing(),
    owners: valueSharing(),
    builder: valueSharing(),
    source: valueSharing(),
    lastBuild: valueSharing(),
    conditions: valueSharing(),
    buildMetadata: valueSharing(),
    stack: valueSharing(),
  };
  return (object) => shareFields(cachedBuild(object), sharing);
}

interface Sharing {
  readonly annotations: ShareValue<NonNullable<Metadata['annotations']>>;
  readonly owners: ShareValue<NonNullable<Metadata['ownerReferences']>>;
  readonly builder: ShareValue<Spec['builder']>;
  readonly source: ShareValue<Spec['source']>;
  readonly lastBuild: ShareValue<NonNullable<Spec['lastBuild']>>;
  readonly conditions: ShareValue<NonNullable<Status['conditions']>>;
  readonly buildMetadata: ShareValue<NonNullable<Status['buildMetadata']>>;
  readonly stack: ShareValue<NonNullable<Status['stack']>>;
}

function shareFields({ metadata, spec, status, ...kind }: Build, share: Sharing): Build {
  const { annotations, ownerReferences } = metadata;
  const { builder, source, lastBuild } = spec;
  const { conditions, buildMetadata, stack } = status ?? {};
  return {
    ...kind,
    metadata: {
      ...metadata,
      ...(annotations && { annotations: share.annotations(annotations) }),
      ...(ownerReferences && { ownerReferences: share.owners(ownerReferences) }),
    },
    spec: {
      ...spec,
      builder: share.builder(builder),
      source: share.source(source),
      ...(lastBuild && { lastBuild: share.lastBuild(lastBuild) }),
    },
    ...(status && {
      status: {
        ...status,
        ...(conditions && { conditions: share.conditions(conditions) }),
        ...(buildMetadata && { buildMetadata: share.buildMetadata(buildMetadata) }),
        ...(stack && { stack: share.stack(stack) }),
      },
    }),
  };
}

/**
 * Returns the fields of a Build that the next step of its Image depends on. A Build that does not match its schema still counts:
 * it has a number and may be unfinished. Throws `KubeError` `BAD_ANSWER` if even its metadata is invalid: no API server stores that.
 */
export function cachedBuild(object: KubeObject): Build {
  const read = readBuild(object);
  return read.kind === 'readable'
    ? transformBuild(read.value, read.value.status ?? knownStatus(object))
    : unreadableBuild(object, read.message);
}

function transformBuild({ apiVersion, kind, metadata, spec }: Build, status: Build['status']): Build {
  const { generation: _, finalizers: __, ...kept } = metadata;
  const { builder, serviceAccountName, source, env, resources, services, cnbBindings, lastBuild, cache } = spec;
  return {
    apiVersion,
    kind,
    metadata: { ...kept, annotations: keptAnnotations(metadata) },
    spec: {
      tags: NO_TAGS,
      builder,
      serviceAccountName,
      source,
      ...(env && { env }),
      ...(resources && { resources }),
      ...(services && { services }),
      ...(cnbBindings && { cnbBindings }),
      ...(lastBuild && { lastBuild }),
      // Only a Build that runs needs its cache.
      ...(cache && outcomeOf({ status }) === 'Unknown' && { cache }),
    },
    ...(status && { status: slimStatus(status) }),
  };
}

const NO_TAGS: readonly string[] = [];

function slimStatus(status: Status): Status {
  const { conditions = [], buildMetadata, stack, lifecycleVersion, latestImage, latestCacheImage, podName } = status;
  return {
    conditions: conditions.filter(({ type }) => type === 'Succeeded'),
    // A Build that runs has a Pod. Finished Builds, which are many, do not need the name.
    ...(podName !== undefined && outcomeOf({ status }) === 'Unknown' && { podName }),
    ...(buildMetadata && { buildMetadata }),
    ...(stack && { stack }),
    ...(lifecycleVersion !== undefined && { lifecycleVersion }),
    ...(latestImage !== undefined && { latestImage }),
    ...(latestCacheImage !== undefined && { latestCacheImage }),
  };
}

function keptAnnotations({ annotations = {} }: Build['metadata']): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(annotations).filter(([key]) => CACHED_ANNOTATIONS.includes(key)));
}

const knownMeta = objectMeta.strip();

function unreadableBuild(object: KubeObject, message: string): Build {
  const { success, data } = knownMeta.safeParse(object.metadata);
  if (!success) throw new KubeError('BAD_ANSWER', `read builds.kpack.io ${keyOf(object)}`, message);
  const { managedFields: _, ...metadata } = data;
  const status = knownStatus(object);
  return {
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'Build',
    metadata: { ...metadata, annotations: keptAnnotations(metadata) },
    spec: { tags: [], builder: {}, serviceAccountName: '', source: {} },
    ...(status && { status }),
  };
}

/**
 * Returns the end and the Pod of a Build whose status does not match its schema. Without its end, its Image would wait for the Build
 * forever.
 */
function knownStatus(object: KubeObject): Build['status'] {
  const { status } = succeededCondition(object) ?? {};
  const podName = asBuild(object).status.podName;
  if (status === undefined && podName === undefined) return undefined;
  return {
    ...(status !== undefined && { conditions: [{ type: 'Succeeded', status }] }),
    ...(podName !== undefined && { podName }),
  };
}
