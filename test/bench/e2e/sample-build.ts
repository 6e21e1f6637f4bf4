import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { STACK } from '../../cluster/universe/stack.ts';
import type { BuildInputs, Place } from './variants.ts';

/** The sample without a cache. */
export function firstBuild(inputs: BuildInputs, place: Place): KubernetesObject {
  return build(inputs, place, {});
}

/** The sample with a full cache, except in the first round. */
export function rebuild(inputs: BuildInputs, place: Place, last: KubernetesObject | undefined): KubernetesObject {
  const { latestImage, latestCacheImage } = (last?.['status'] ?? {}) as Readonly<Record<string, string | undefined>>;
  return build(inputs, place, {
    cache: { registry: { tag: `${inputs.registry}/caches/${place.namespace}` } },
    ...(latestImage !== undefined && {
      lastBuild: { image: latestImage, cache: { image: latestCacheImage }, stackId: STACK.id },
    }),
  });
}

function build(
  { registry, builder, source }: BuildInputs,
  { name, namespace }: Place,
  cacheFields: object,
): KubernetesObject {
  return {
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'Build',
    metadata: { name, namespace },
    spec: {
      tags: [`${registry}/app/${namespace}`],
      builder: { image: builder },
      source: { blob: { url: source } },
      creationTime: '1700000000',
      ...cacheFields,
    },
  };
}
