import type { FieldPath } from '../../model/problem.ts';
import type { Move } from '../reading/move.ts';

/** Where v1alpha2 has the fields of a v1alpha1 Build (kpack, build_conversion.go). */
export const BUILD_V1ALPHA1_MOVES: readonly Move[] = [
  { from: ['spec', 'serviceAccount'], to: ['spec', 'serviceAccountName'] },
  { from: ['spec', 'cacheName'], to: ['spec', 'cache', 'volume', 'persistentVolumeClaimName'] },
  { from: ['spec', 'bindings'], to: ['spec', 'cnbBindings'] },
];

/** Where v1alpha2 has the fields of a v1alpha1 Image, some of which v1alpha1 keeps in annotations (kpack, image_conversion.go). */
export const IMAGE_V1ALPHA1_MOVES: readonly Move[] = [
  { from: ['spec', 'serviceAccount'], to: ['spec', 'serviceAccountName'] },
  { from: ['spec', 'cacheSize'], to: ['spec', 'cache', 'volume', 'size'] },
  { from: ['spec', 'build', 'bindings'], to: ['spec', 'build', 'cnbBindings'] },
  annotation('services', ['spec', 'build', 'services'], decodeJson),
  annotation('tolerations', ['spec', 'build', 'tolerations'], decodeJson),
  annotation('nodeSelector', ['spec', 'build', 'nodeSelector'], decodeJson),
  annotation('affinity', ['spec', 'build', 'affinity'], decodeJson),
  annotation('runtimeClassName', ['spec', 'build', 'runtimeClassName'], String),
  annotation('schedulerName', ['spec', 'build', 'schedulerName'], String),
  annotation('buildTimeout', ['spec', 'build', 'buildTimeout'], decodeInteger),
  annotation('cache.volume.storageClassName', ['spec', 'cache', 'volume', 'storageClassName'], String),
  annotation('cache.registry.tag', ['spec', 'cache', 'registry', 'tag'], String),
  annotation('projectDescriptorPath', ['spec', 'projectDescriptorPath'], String),
  annotation('cosignAnnotation', ['spec', 'cosign', 'annotations'], decodeJson),
  annotation('defaultProcess', ['spec', 'defaultProcess'], String),
];

/** kpack reads a Builder's service account under its v1alpha1 name in every version. */
export const BUILDER_MOVES: readonly Move[] = [
  { from: ['spec', 'serviceAccount'], to: ['spec', 'serviceAccountName'] },
];

/** Where v1alpha2 has what kpack's conversion of a v1alpha1 ClusterStack keeps in an annotation (cluster_stack_conversion.go). */
export const CLUSTER_STACK_V1ALPHA1_MOVES: readonly Move[] = [
  annotation('clusterStackServiceAccountRef', ['spec', 'serviceAccountRef'], decodeJson),
];

/** The same of a ClusterStore (cluster_store_conversion.go). */
export const CLUSTER_STORE_V1ALPHA1_MOVES: readonly Move[] = [
  annotation('clusterStoreServiceAccountRef', ['spec', 'serviceAccountRef'], decodeJson),
];

function annotation(name: string, to: FieldPath, decode: (text: string) => unknown): Move {
  return { from: ['metadata', 'annotations', `kpack.io/${name}`], to, decode };
}

function decodeJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function decodeInteger(text: string): unknown {
  return /^[+-]?\d+$/.test(text) ? Number(text) : undefined;
}
