import { expect } from 'chai';
import { objectAt } from '../../../../support/json-field.ts';
import type { ControllerSettings } from '../../../../../src/core/settings/controller-settings.ts';
import { fakeWorld, type FakeWorld } from './fake-world.ts';

const NETWORKS = 'k8s.v1.cni.cncf.io/networks';

function worldWith(annotations: Readonly<Record<string, string>>, settings: Partial<ControllerSettings> = {}) {
  const world = fakeWorld(settings);
  const build = world.cluster.get('builds', 'shop');
  if (build === undefined) throw new Error('there is no Build');
  world.cluster.put('builds', { ...build, metadata: { ...build.metadata, annotations } });
  return world;
}

function annotationsOf({ cluster }: FakeWorld) {
  return objectAt(objectAt(cluster.get('pods', 'shop-build-pod') ?? {}, 'metadata'), 'annotations');
}

describe('an annotation that would change the Pod of a Build', () => {
  it('is left out, and the Event that reports the start says so', async () => {
    const world = worldWith({ [NETWORKS]: 'default/secret-network', 'image.kpack.io/reason': 'CONFIG' });
    await world.reconcile();
    expect(annotationsOf(world)).to.include({ 'image.kpack.io/reason': 'CONFIG' }).and.not.have.any.keys(NETWORKS);
    expect(world.events).to.deep.equal(['Started']);
    expect(world.notes.join()).to.match(
      /; not copied to it: metadata\.annotations\[k8s\.v1\.cni\.cncf\.io\/networks\]$/,
    );
  });

  it('passes if the settings allow it', async () => {
    const world = worldWith({ [NETWORKS]: 'build-network' }, { allowedAnnotations: ['k8s.v1.cni.cncf.io/*'] });
    await world.reconcile();
    expect(annotationsOf(world)).to.include({ [NETWORKS]: 'build-network' });
    expect(world.notes.join()).to.not.include('not copied');
  });

  it('makes no Event that the API server would refuse, however many there are', async () => {
    const keys = Array.from(
      { length: 500 },
      (_, index) =>
        `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.io/${'k'.repeat(60)}${index}`,
    );
    const world = worldWith(Object.fromEntries(keys.map((key) => [key, 'x'])));
    await world.reconcile();
    expect(world.notes.join()).to.match(/ and 498 more$/);
    expect(world.notes.join().length).to.be.below(1024);
  });
});
