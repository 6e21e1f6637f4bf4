import type { Builder, BuilderOrder } from '../../../src/core/api/kpack/builder.ts';
import type { ClusterBuilder } from '../../../src/core/api/kpack/cluster-builder.ts';
import type { PushedUniverse } from './push-universe.ts';

/** The registry and the namespace of the builders. Each builder has its own repository. */
interface Place {
  readonly registry: string;
  readonly namespace: string;
}

export type BuilderName = keyof ReturnType<typeof builderDocuments>;

/** Working builders, and one builder for each failure. */
export function builderDocuments(pushed: PushedUniverse, namespace: string) {
  const place = { registry: pushed.build.replace(/\/.*$/, ''), namespace };
  return {
    good: clusterBuilder('good', place, 'working', [everyKindOfReference(pushed)]),
    nested: builder('nested', place, 'working', [
      { group: [{ name: 'nested', kind: 'Buildpack' }] },
      { group: [{ id: 'test/apart' }] },
    ]),
    searching: clusterBuilder('searching', place, 'searching', [
      { group: [{ id: 'test/searches' }, { id: 'test/hello' }] },
    ]),
    'detect-fails': failing('detect-fails', place),
    'detect-errors': failing('detect-errors', place),
    'build-fails': failing('build-fails', place),
    exhausts: failing('exhausts', place),
    'unsupported-api': failing('unsupported-api', place),
    'wrong-stack': failing('wrong-stack', place),
    'missing-mixin': failing('missing-mixin', place),
    'other-target': failing('other-target', place),
    'no-semver': failing('no-semver', place),
    cycle: clusterBuilder('cycle', place, 'failing', [{ group: [{ id: 'test/cycle-a' }] }]),
    disagreeing: clusterBuilder('disagreeing', place, 'disagreeing', [{ group: [{ id: 'test/hello' }] }]),
  } as const;
}

/** The lifecycle uses only the first `test/hello` of a group, so never the child of `meta`. */
function everyKindOfReference({ environment }: PushedUniverse): BuilderOrder[number] {
  return {
    group: [
      { id: 'test/hello' },
      { name: 'meta', kind: 'ClusterBuildpack' },
      { id: 'test/detect-fails', optional: true },
      { image: environment },
    ],
  };
}

function failing(name: string, place: Place): ClusterBuilder {
  return clusterBuilder(name, place, 'failing', [{ group: [{ id: `test/${name}` }] }]);
}

function clusterBuilder(name: string, place: Place, store: string, order: BuilderOrder): ClusterBuilder {
  const serviceAccountRef = { name: 'default', namespace: place.namespace };
  const spec = { ...specOf(name, place, store, order), serviceAccountRef };
  return { apiVersion: 'kpack.io/v1alpha2', kind: 'ClusterBuilder', metadata: { name }, spec };
}

function builder(name: string, place: Place, store: string, order: BuilderOrder): Builder {
  const { namespace } = place;
  const spec = { ...specOf(name, place, store, order), serviceAccountName: 'default' };
  return { apiVersion: 'kpack.io/v1alpha2', kind: 'Builder', metadata: { name, namespace }, spec };
}

function specOf(name: string, { registry }: Place, store: string, order: BuilderOrder) {
  return {
    tag: `${registry}/builders/${name}`,
    stack: { kind: 'ClusterStack', name: 'tiny' },
    lifecycle: { kind: 'ClusterLifecycle', name: 'default-lifecycle' },
    store: { kind: 'ClusterStore', name: store },
    order,
  };
}
