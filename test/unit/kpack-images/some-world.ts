import type { JsonObject } from '../../../src/core/model/json.ts';
import type { ImageWorld } from './image-oracle.ts';

type Fields = JsonObject;

const API = 'kpack.io/v1alpha2';
const NAMESPACE = 'apps';
const IMAGE = 'web';
const UID = '7d1c1c0e-52f2-4c37-a3cf-7a0f9a4a4e10';
export const OLD_COMMIT = '1'.repeat(40);
export const COMMIT = '2'.repeat(40);
export const RUN_IMAGE = `registry.example/run@sha256:${'a'.repeat(64)}`;
export const NEW_RUN_IMAGE = `registry.example/run@sha256:${'b'.repeat(64)}`;
export const BUILDER_IMAGE = `registry.example/builder@sha256:${'c'.repeat(64)}`;
export const OWNER: Fields = {
  apiVersion: API,
  kind: 'Image',
  name: IMAGE,
  uid: UID,
  controller: true,
  blockOwnerDeletion: true,
};

/** Returns an Image whose first Build has succeeded and that needs no other. */
export function someWorld(changes: Partial<ImageWorld> = {}): ImageWorld {
  return {
    image: someImage(),
    clusterBuilder: someBuilder(),
    sourceResolver: someResolver(),
    builds: [someBuild(1)],
    priorityClasses: false,
    ...changes,
  };
}

export function someImage(spec: Fields = {}, metadata: Fields = {}, status?: Fields): JsonObject {
  return {
    apiVersion: API,
    kind: 'Image',
    metadata: { name: IMAGE, namespace: NAMESPACE, uid: UID, generation: 2, ...metadata },
    spec: {
      tag: 'registry.example/web',
      builder: { kind: 'ClusterBuilder', name: 'base' },
      serviceAccountName: 'builder',
      source: { git: { url: 'https://git.example/web', revision: 'main' } },
      failedBuildHistoryLimit: 10,
      successBuildHistoryLimit: 10,
      imageTaggingStrategy: 'BuildNumber',
      ...spec,
    },
    ...(status !== undefined && { status }),
  };
}

export function someBuilder(status: Fields = {}, metadata: Fields = {}, kind = 'ClusterBuilder'): JsonObject {
  return {
    apiVersion: API,
    kind,
    metadata: { name: 'base', generation: 1, ...metadata },
    spec: {
      tag: 'registry.example/builder',
      stack: { kind: 'ClusterStack', name: 'base' },
      ...(kind === 'ClusterBuilder' && { serviceAccountRef: { name: 'builder', namespace: NAMESPACE } }),
    },
    status: {
      observedGeneration: 1,
      conditions: [
        { type: 'Ready', status: 'True' },
        { type: 'UpToDate', status: 'True' },
      ],
      builderMetadata: [
        { id: 'example/java', version: '1.0.0' },
        { id: 'example/node', version: '2.0.0' },
      ],
      stack: { id: 'io.example.stack', runImage: RUN_IMAGE },
      lifecycle: { version: '0.20.12' },
      latestImage: BUILDER_IMAGE,
      ...status,
    },
  };
}

export function someResolver(status: Fields = {}, spec: Fields = {}, metadata: Fields = {}): JsonObject {
  return {
    apiVersion: API,
    kind: 'SourceResolver',
    metadata: { name: `${IMAGE}-source`, namespace: NAMESPACE, generation: 1, ownerReferences: [OWNER], ...metadata },
    spec: {
      serviceAccount: 'builder',
      source: { git: { url: 'https://git.example/web', revision: 'main' } },
      ...spec,
    },
    status: {
      observedGeneration: 1,
      conditions: [
        { type: 'Ready', status: 'True' },
        { type: 'ActivePolling', status: 'True' },
      ],
      source: { git: { url: 'https://git.example/web', revision: OLD_COMMIT, type: 'Branch' } },
      ...status,
    },
  };
}

/** A condition Succeeded of `True` or `False`, or a Build without an end. */
export type End = 'True' | 'False' | 'Unknown' | 'none';

/** Returns a Build of the Image, created `number` minutes after midnight. */
export function someBuild(
  number: number,
  end: End = 'True',
  { spec = {}, status = {}, metadata = {}, labels = {}, annotations = {} }: Readonly<Record<string, Fields>> = {},
): JsonObject {
  const minutes = `${number % 60}`.padStart(2, '0');
  const hours = `${Math.floor(number / 60)}`.padStart(2, '0');
  return {
    apiVersion: API,
    kind: 'Build',
    metadata: {
      name: `${IMAGE}-build-${number}`,
      namespace: NAMESPACE,
      creationTimestamp: `2026-01-02T${hours}:${minutes}:00Z`,
      ownerReferences: [OWNER],
      labels: {
        'image.kpack.io/buildNumber': `${number}`,
        'image.kpack.io/image': IMAGE,
        'image.kpack.io/imageGeneration': '2',
        ...labels,
      },
      annotations: { 'image.kpack.io/reason': 'CONFIG', ...annotations },
      ...metadata,
    },
    spec: {
      tags: ['registry.example/web'],
      builder: { image: BUILDER_IMAGE },
      serviceAccountName: 'builder',
      source: { git: { url: 'https://git.example/web', revision: OLD_COMMIT } },
      runImage: { image: RUN_IMAGE },
      ...spec,
    },
    status: { ...statusOf(end, number), ...status },
  };
}

function statusOf(end: End, number: number): JsonObject {
  const conditions =
    end === 'none' ? [] : [{ type: 'Succeeded', status: end, ...(end === 'False' && { message: 'it broke' }) }];
  if (end !== 'True') return { conditions, lifecycleVersion: '' };
  return {
    conditions,
    buildMetadata: [{ id: 'example/java', version: '1.0.0' }],
    stack: { id: 'io.example.stack', runImage: RUN_IMAGE },
    lifecycleVersion: '0.20.12',
    latestImage: `registry.example/web@sha256:${`${number}`.padStart(64, '0')}`,
  };
}

export function someClaim(storage: string, metadata: Fields = {}, spec: Fields = {}): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: `${IMAGE}-cache`, namespace: NAMESPACE, uid: 'claim-uid', ownerReferences: [OWNER], ...metadata },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } }, ...spec },
  };
}
