import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { STACK } from '../../cluster/universe/stack.ts';
import type { BenchBed } from './bed.ts';
import type { Place } from './variants.ts';

/** The sample without a cache. */
export function firstBuild(bed: BenchBed, place: Place): KubernetesObject {
  return build(bed, place, {});
}

/** The sample with a full cache, except in the first round. */
export function rebuild(bed: BenchBed, place: Place, last: KubernetesObject | undefined): KubernetesObject {
  const { latestImage, latestCacheImage } = (last?.['status'] ?? {}) as Readonly<Record<string, string | undefined>>;
  return build(bed, place, {
    cache: { registry: { tag: `${bed.cluster.registry.address}/caches/${place.namespace}` } },
    ...(latestImage !== undefined && {
      lastBuild: { image: latestImage, cache: { image: latestCacheImage }, stackId: STACK.id },
    }),
  });
}

function build({ cluster, builder, source }: BenchBed, { name, namespace }: Place, kept: object): KubernetesObject {
  return {
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'Build',
    metadata: { name, namespace },
    spec: {
      tags: [`${cluster.registry.address}/app/${namespace}`],
      builder: { image: builder },
      source: { blob: { url: source } },
      creationTime: '1700000000',
      ...kept,
    },
  };
}
