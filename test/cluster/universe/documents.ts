import type { Builder } from '../../../src/core/api/kpack/builder.ts';
import type { Buildpack } from '../../../src/core/api/kpack/buildpack.ts';
import type { ClusterBuilder } from '../../../src/core/api/kpack/cluster-builder.ts';
import type { ClusterBuildpack } from '../../../src/core/api/kpack/cluster-buildpack.ts';
import type { ClusterLifecycle } from '../../../src/core/api/kpack/cluster-lifecycle.ts';
import type { ClusterStack } from '../../../src/core/api/kpack/cluster-stack.ts';
import type { ClusterStore } from '../../../src/core/api/kpack/cluster-store.ts';
import { builderDocuments, type BuilderName } from './builder-documents.ts';
import type { PushedUniverse } from './push-universe.ts';
import { STACK } from './stack.ts';
import type { UniverseName } from './universe.ts';

/** kpack's objects for the test universe, without status. */
export interface UniverseDocuments {
  /** All objects that the builders refer to. */
  readonly parts: readonly (ClusterStack | ClusterLifecycle | ClusterStore | ClusterBuildpack | Buildpack)[];
  readonly builders: Readonly<Record<BuilderName, Builder | ClusterBuilder>>;
}

export function universeDocuments(pushed: PushedUniverse, namespace = 'default'): UniverseDocuments {
  const parts = [
    clusterStack(pushed),
    clusterLifecycle(pushed),
    clusterStore('working', pushed, WORKING),
    clusterStore('failing', pushed, FAILING),
    clusterStore('searching', pushed, ['searches', 'hello-1.1.0']),
    clusterStore('disagreeing', pushed, ['hello-1.1.0', 'other-hello-1.1.0']),
    clusterBuildpack('meta', pushed),
    buildpack('nested', pushed, namespace),
  ];
  return { parts, builders: builderDocuments(pushed, namespace) };
}

const apiVersion = 'kpack.io/v1alpha2';

const WORKING: readonly UniverseName[] = [
  'hello-1.0.0',
  'hello-1.1.0',
  'hello-2.0.0-rc.1',
  'extra',
  'apart',
  'detect-fails',
];

const FAILING: readonly UniverseName[] = [
  'detect-fails',
  'detect-errors',
  'build-fails',
  'exhausts',
  'unsupported-api',
  'wrong-stack',
  'missing-mixin',
  'other-target',
  'no-semver',
  'cycle',
];

function clusterStack({ build, run }: PushedUniverse): ClusterStack {
  const spec = { id: STACK.id, buildImage: { image: build }, runImage: { image: run } };
  return { apiVersion, kind: 'ClusterStack', metadata: { name: 'tiny' }, spec };
}

/** The default name that builders use. */
function clusterLifecycle({ lifecycle }: PushedUniverse): ClusterLifecycle {
  return {
    apiVersion,
    kind: 'ClusterLifecycle',
    metadata: { name: 'default-lifecycle' },
    spec: { image: lifecycle },
  };
}

function clusterStore(name: string, pushed: PushedUniverse, sources: readonly UniverseName[]): ClusterStore {
  const spec = { sources: sources.map((source) => ({ image: pushed[source] })) };
  return { apiVersion, kind: 'ClusterStore', metadata: { name }, spec };
}

function clusterBuildpack(name: UniverseName, pushed: PushedUniverse): ClusterBuildpack {
  return { apiVersion, kind: 'ClusterBuildpack', metadata: { name }, spec: { image: pushed[name] } };
}

function buildpack(name: UniverseName, pushed: PushedUniverse, namespace: string): Buildpack {
  const spec = { image: pushed[name], serviceAccountName: 'default' };
  return { apiVersion, kind: 'Buildpack', metadata: { name, namespace }, spec };
}
