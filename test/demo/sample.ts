import type { Builder } from '../../src/core/api/kpack/builder.ts';
import type { ClusterLifecycle } from '../../src/core/api/kpack/cluster-lifecycle.ts';
import type { ClusterStack } from '../../src/core/api/kpack/cluster-stack.ts';
import type { ClusterStore } from '../../src/core/api/kpack/cluster-store.ts';
import type { JsonObject } from '../../src/core/model/json.ts';
import type { PushedUniverse } from '../cluster/universe/push-universe.ts';
import { STACK } from '../cluster/universe/stack.ts';

const apiVersion = 'kpack.io/v1alpha2';

/** The names of the sample's resources. */
export const SAMPLE_NAME = 'hello';

/** A Builder and its buildpack resources. */
export function sampleBuilder(
  registry: string,
  pushed: PushedUniverse,
): readonly [ClusterStore, ClusterStack, ClusterLifecycle, Builder] {
  const metadata = { name: SAMPLE_NAME };
  const sources = [{ image: pushed['hello-1.1.0'] }, { image: pushed.extra }];
  const base = { id: STACK.id, buildImage: { image: pushed.build }, runImage: { image: pushed.run } };
  return [
    { apiVersion, kind: 'ClusterStore', metadata, spec: { sources } },
    { apiVersion, kind: 'ClusterStack', metadata, spec: base },
    { apiVersion, kind: 'ClusterLifecycle', metadata, spec: { image: pushed.lifecycle } },
    {
      apiVersion,
      kind: 'Builder',
      metadata: { name: SAMPLE_NAME, namespace: 'default' },
      spec: {
        tag: `${registry}/builders:${SAMPLE_NAME}`,
        serviceAccountName: 'default',
        store: { kind: 'ClusterStore', name: SAMPLE_NAME },
        stack: { kind: 'ClusterStack', name: SAMPLE_NAME },
        lifecycle: { kind: 'ClusterLifecycle', name: SAMPLE_NAME },
        order: [{ group: [{ id: 'test/hello' }, { id: 'test/extra', optional: true }] }],
      },
    },
  ];
}

/** An Image of a repository's branch. */
export function sampleImage(registry: string, url: string): JsonObject {
  return {
    apiVersion,
    kind: 'Image',
    metadata: { name: SAMPLE_NAME, namespace: 'default' },
    spec: {
      tag: `${registry}/applications/${SAMPLE_NAME}`,
      serviceAccountName: 'default',
      builder: { kind: 'Builder', name: SAMPLE_NAME },
      source: { git: { url, revision: 'main' } },
    },
  };
}
