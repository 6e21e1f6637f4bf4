import { expect } from 'chai';
import {
  affects,
  resourceChange,
  watchBuildpackResources,
  type ResourceChange,
} from '../../../../src/controller/builders/watch-resources.ts';
import type { AnyBuilder } from '../../../../src/controller/builders/builder-kinds.ts';
import { someBuilder, someBuildpack, someClusterBuilder, someResolved } from '../../core/builders/some-world.ts';

type Order = Parameters<typeof someBuilder>[1];

/** Returns the builder as up to date, with the buildpacks of these ids. */
function settled<T extends AnyBuilder>(builder: T, ...ids: readonly string[]): T {
  const status = {
    observedGeneration: 1,
    conditions: [{ type: 'UpToDate', status: 'True' }],
    builderMetadata: ids.map((id) => ({ id, version: '1.0.0' })),
  };
  return { ...builder, metadata: { ...builder.metadata, generation: 1 }, status };
}

function ofTeam(order: Order, ...ids: readonly string[]): AnyBuilder {
  return settled(someBuilder('team', order), ...ids);
}

function change(kind: ResourceChange['kind'], name: string, ...ids: readonly string[]): ResourceChange {
  const namespace = kind === 'Buildpack' ? 'team' : undefined;
  return { kind, name, namespace, buildpacks: new Set(ids) };
}

const BY_ID: Order = [{ group: [{ id: 'java' }] }];
const BY_NAME: Order = [{ group: [{ kind: 'Buildpack', name: 'java' }] }];
const BY_CLUSTER: Order = [{ group: [{ kind: 'ClusterBuildpack', name: 'java' }] }];

describe('the builders that a change affects', () => {
  const table: Readonly<Record<string, readonly [ResourceChange, AnyBuilder, boolean]>> = {
    'its stack': [change('ClusterStack', 'tiny'), ofTeam(BY_ID), true],
    'another stack': [change('ClusterStack', 'full'), ofTeam(BY_ID), false],
    'its lifecycle': [change('ClusterLifecycle', 'default-lifecycle'), ofTeam(BY_ID), true],
    'another lifecycle': [change('ClusterLifecycle', 'other'), ofTeam(BY_ID), false],
    'its store': [
      change('ClusterStore', 'default'),
      settled(someBuilder('team', BY_ID, { store: { kind: 'ClusterStore', name: 'default' } })),
      true,
    ],
    'a store, of a builder without one': [change('ClusterStore', 'default', 'java'), ofTeam(BY_ID), false],
    'a Buildpack that it names': [change('Buildpack', 'java'), ofTeam(BY_NAME), true],
    'another Buildpack than it names': [change('Buildpack', 'node', 'node'), ofTeam(BY_NAME, 'java'), false],
    'a ClusterBuildpack of the name of its Buildpack': [
      change('ClusterBuildpack', 'java', 'other'),
      ofTeam(BY_NAME, 'java'),
      false,
    ],
    'a ClusterBuildpack that it names': [change('ClusterBuildpack', 'java'), ofTeam(BY_CLUSTER), true],
    'a buildpack that it seeks by id': [change('Buildpack', 'any', 'java', 'node'), ofTeam(BY_ID), true],
    'a buildpack that it neither seeks nor has': [change('Buildpack', 'any', 'node'), ofTeam(BY_ID, 'java'), false],
    'a buildpack that it has as a child': [
      change('ClusterBuildpack', 'any', 'jre'),
      ofTeam(BY_ID, 'java', 'jre'),
      true,
    ],
    'a Buildpack of another namespace': [
      { ...change('Buildpack', 'java', 'java'), namespace: 'other' },
      ofTeam(BY_ID),
      false,
    ],
    'a Buildpack, of a ClusterBuilder': [
      change('Buildpack', 'java', 'java'),
      settled(someClusterBuilder(BY_ID)),
      false,
    ],
    'a ClusterBuildpack, of a ClusterBuilder': [
      change('ClusterBuildpack', 'any', 'java'),
      settled(someClusterBuilder(BY_ID)),
      true,
    ],
    'any buildpack that it may use, before the builder has an image': [
      change('ClusterBuildpack', 'any', 'node'),
      someBuilder('team', BY_ID),
      true,
    ],
  };
  for (const [what, [part, builder, expected]] of Object.entries(table)) {
    it(`${what}: ${expected ? 'yes' : 'no'}`, () => expect(affects(part, builder)).to.equal(expected));
  }

  it('is undefined if the status stays the same', () => {
    const status = { buildpacks: [someResolved('java', '1.0.0', '1')] };
    const previous = someBuildpack('java', 'team', status);
    const object = { ...previous, metadata: { ...previous.metadata, labels: { a: 'b' } } };
    expect(resourceChange('Buildpack', { kind: 'updated', key: 'team/java', object, previous })).to.equal(undefined);
  });

  it('contains the ids of buildpacks before and after the change', () => {
    const previous = someBuildpack('java', 'team', { buildpacks: [someResolved('java', '1.0.0', '1')] });
    const object = someBuildpack('java', 'team', { buildpacks: [someResolved('jre', '1.0.0', '1')] });
    const found = resourceChange('Buildpack', { kind: 'updated', key: 'team/java', object, previous });
    expect(found).to.deep.equal(change('Buildpack', 'java', 'jre', 'java'));
    const gone = resourceChange('Buildpack', { kind: 'deleted', key: 'team/java', object, isTombstone: true });
    expect(gone?.buildpacks).to.deep.equal(new Set(['jre']));
  });
});

describe('the builders that wait for resources', () => {
  it('are enqueued for a Buildpack of their namespace and for a ClusterBuildpack, not for a Buildpack of another namespace', () => {
    const listeners = new Map<string, (event: never) => void>();
    const cacheOf = (kind: string) => ({
      subscribe: (listener: (event: never) => void) => void listeners.set(kind, listener),
    });
    const kinds = ['buildpacks', 'clusterBuildpacks', 'clusterStores', 'clusterStacks', 'clusterLifecycles'];
    const resources = Object.fromEntries(kinds.map((kind) => [kind, cacheOf(kind)]));
    const builders = { 'team/base': ofTeam(BY_ID), shared: settled(someClusterBuilder(BY_ID)) };
    const enqueued: string[] = [];
    watchBuildpackResources(
      resources as never,
      { store: { entries: () => Object.entries(builders) } } as never,
      new Set(Object.keys(builders)),
      (key) => enqueued.push(key),
    );
    const tell = (kind: string, namespace?: string): readonly string[] => {
      enqueued.length = 0;
      const object = {
        ...someBuildpack('any', 'team'),
        metadata: { name: 'any', ...(namespace !== undefined && { namespace }) },
      };
      listeners.get(kind)?.({ kind: 'added', key: 'any', object } as never);
      return [...enqueued];
    };
    expect(tell('buildpacks', 'other')).to.deep.equal([]);
    expect(tell('buildpacks', 'team')).to.deep.equal(['team/base']);
    expect(tell('clusterBuildpacks')).to.deep.equal(['team/base', 'shared']);
  });
});
