import type { FieldPath } from '../../model/problem.ts';
import type { FieldConversion } from '../reading/convert-fields.ts';

/** The fields of a v1alpha1 Build that have another path in v1alpha2 (kpack, build_conversion.go). */
export const BUILD_V1ALPHA1_CONVERSIONS: readonly FieldConversion[] = [
  { from: ['spec', 'serviceAccount'], to: ['spec', 'serviceAccountName'] },
  { from: ['spec', 'cacheName'], to: ['spec', 'cache', 'volume', 'persistentVolumeClaimName'] },
  { from: ['spec', 'bindings'], to: ['spec', 'cnbBindings'] },
];

/**
 * The fields of a v1alpha1 Image that have another path in v1alpha2. kpack stores some in annotations (kpack,
 * image_conversion.go).
 */
export const IMAGE_V1ALPHA1_CONVERSIONS: readonly FieldConversion[] = [
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

/** The service account of a Builder. kpack accepts its v1alpha1 name in v1alpha2 too, and prefers the new one. */
export const BUILDER_CONVERSIONS: readonly FieldConversion[] = [
  { from: ['spec', 'serviceAccount'], to: ['spec', 'serviceAccountName'], ifDifferent: 'new-counts' },
];

/** The field of a ClusterStack that kpack stores in an annotation of v1alpha1 (kpack, cluster_stack_conversion.go). */
export const CLUSTER_STACK_V1ALPHA1_CONVERSIONS: readonly FieldConversion[] = [
  annotation('clusterStackServiceAccountRef', ['spec', 'serviceAccountRef'], decodeJson),
];

/** The field of a ClusterStore that kpack stores in an annotation of v1alpha1 (kpack, cluster_store_conversion.go). */
export const CLUSTER_STORE_V1ALPHA1_CONVERSIONS: readonly FieldConversion[] = [
  annotation('clusterStoreServiceAccountRef', ['spec', 'serviceAccountRef'], decodeJson),
];

function annotation(name: string, to: FieldPath, decode: (text: string) => unknown): FieldConversion {
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
