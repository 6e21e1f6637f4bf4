import { expect } from 'chai';
import type { KubeObject } from '../../../../../src/clients/kube/client/kube-object.ts';
import { KubeError } from '../../../../../src/clients/kube/kube-error.ts';
import { NO_NETWORK } from '../../../../../src/core/model/build-network.ts';
import { objectAt, objectsAt } from '../../../../support/json-field.ts';
import type { JsonObject } from '../../../../../src/core/model/json.ts';
import { CORPORATE_CA, TEAM_CA } from '../../../../support/authorities.ts';
import { fakeWorld, type FakeWorld } from './fake-world.ts';

const PROBLEM = 'ConfigMap team/own, key ca.crt: holds no PEM certificate';

describe('the network of a Build', () => {
  let world: FakeWorld;

  beforeEach(() => {
    world = fakeWorld();
    world.networks.reading = { network: { certificates: CORPORATE_CA, proxies: {} }, problems: [] };
  });

  it('reaches the Pod with a ConfigMap that holds the certificates', async () => {
    await world.reconcile();
    const configMap = configMapOf(world);
    expect(configMap?.['data']).to.deep.equal({ type: 'ca-certificates', 'ca.crt': CORPORATE_CA });
    expect(objectsAt(spec(world), 'volumes')).to.deep.include({
      name: 'ca-certificates-dir',
      configMap: { name: configMap?.metadata.name },
    });
  });

  it('is that of the start: a later change reaches only later Builds', async () => {
    await world.reconcile();
    const [before, writes] = [spec(world), world.cluster.writes.length];
    world.networks.reading = { network: { certificates: TEAM_CA, proxies: {} }, problems: [] };
    await world.reconcile();
    expect(spec(world)).to.deep.equal(before);
    expect(world.cluster.writes.slice(writes).filter((write) => write.startsWith('create'))).to.deep.equal([]);
  });

  it('shares the ConfigMap with earlier Builds', async () => {
    await world.reconcileTogether(['shop']);
    await world.reconcileTogether(['second']);
    expect(world.cluster.writes.filter((write) => write.startsWith('create configmaps'))).to.have.length(1);
    expect(world.cluster.get('pods', 'second-build-pod')).to.not.equal(undefined);
    expect(ownersOf(world)).to.deep.equal(['shop', 'second']);
  });

  it('has the Build as an owner although another one becomes an owner at the same time', async () => {
    await world.reconcileTogether(['shop']);
    const patch = `patch configmaps ${configMapOf(world)?.metadata.name ?? ''}`;
    world.cluster.failNext(patch, new KubeError('CONFLICT', patch, 'it was changed by somebody else'));
    await world.reconcileTogether(['second']);
    expect(ownersOf(world)).to.deep.equal(['shop', 'second']);
    expect(world.cluster.get('pods', 'second-build-pod')).to.not.equal(undefined);
  });

  it('keeps the newest 100 owners, so that the ConfigMap stays small', async () => {
    await world.reconcile();
    const configMap = configMapOf(world);
    if (configMap === undefined) throw new Error('there is no ConfigMap');
    const earlier = Array.from({ length: 100 }, (_, index) => ({ name: `earlier-${index}`, uid: `earlier-${index}` }));
    world.cluster.put('configmaps', { ...configMap, metadata: { ...configMap.metadata, ownerReferences: earlier } });
    await world.reconcileTogether(['second']);
    const owners = ownersOf(world);
    expect([owners.length, owners[0], owners.at(-1)]).to.deep.equal([100, 'earlier-1', 'second']);
  });

  it('creates the ConfigMap once and without conflicts if several Builds start at once', async () => {
    await world.reconcileTogether(['shop', 'second', 'third']);
    const writes = world.cluster.writes.filter((write) => write.includes(' configmaps taskpack-ca-'));
    expect(writes.map((write) => write.split(' ')[0])).to.deep.equal(['create', 'patch', 'patch']);
    expect(ownersOf(world)).to.have.members(['shop', 'second', 'third']);
  });

  for (const [title, change] of [
    ['other certificates', { data: { 'ca.crt': TEAM_CA } }],
    ['more certificates', { binaryData: { 'more.pem': 'AAAA' } }],
    ['a content that can change', { immutable: undefined }],
  ] as const) {
    it(`fails the Build if a ConfigMap of that name has ${title}`, async () => {
      await world.reconcile();
      const configMap = configMapOf(world);
      if (configMap === undefined) throw new Error('there is no ConfigMap');
      world.cluster.put('configmaps', { ...configMap, ...change } as KubeObject);
      await world.reconcileTogether(['second']);
      expect(world.cluster.get('pods', 'second-build-pod')).to.equal(undefined);
      expect(messageOf(world, 'second')).to.match(
        /configmaps team\/taskpack-ca-[0-9a-f]{8} has other content than taskpack gave it: delete it/,
      );
    });
  }

  it('fails the Build if the cluster refuses another owner for good', async () => {
    await world.reconcileTogether(['shop']);
    const patch = `patch configmaps ${configMapOf(world)?.metadata.name ?? ''}`;
    world.cluster.failNext(patch, new KubeError('INVALID', patch, 'a policy refuses changes', { status: 422 }));
    await world.reconcileTogether(['second']);
    expect(messageOf(world, 'second')).to.include('a policy refuses changes');
  });

  it('delays the Build while a value cannot be used', async () => {
    world.networks.reading = { ...NO_NETWORK, problems: [PROBLEM] };
    await world.reconcile();
    expect(world.condition()).to.include({ status: 'Unknown', reason: 'NetworkInvalid', message: PROBLEM });
    expect(world.cluster.get('pods', 'shop-build-pod')).to.equal(undefined);
    world.networks.reading = NO_NETWORK;
    await world.reconcile();
    expect(world.cluster.get('pods', 'shop-build-pod')).to.not.equal(undefined);
  });

  it('fails the Build if no user corrects the value', async () => {
    world.networks.reading = { ...NO_NETWORK, problems: [PROBLEM] };
    await world.reconcile();
    world.wait(3_600_000);
    await world.reconcile();
    expect(objectAt(world.status(), 'failure')).to.include({ reason: 'BuildRefused' });
    expect(world.condition()?.['message']).to.include(PROBLEM);
  });
});

function configMapOf(world: FakeWorld): KubeObject | undefined {
  return world.cluster.all('configmaps').find(({ metadata }) => metadata.name.startsWith('taskpack-ca-'));
}

function messageOf(world: FakeWorld, build: string): unknown {
  const status = objectAt(world.cluster.get('builds', build) ?? {}, 'status');
  return objectsAt(status, 'conditions')[0]?.['message'];
}

function ownersOf(world: FakeWorld): readonly unknown[] {
  const owners = objectsAt(configMapOf(world)?.metadata ?? {}, 'ownerReferences');
  expect(owners.filter(({ controller }) => controller !== undefined)).to.deep.equal([]);
  return owners.map(({ name }) => name);
}

function spec(world: FakeWorld): JsonObject {
  return objectAt(world.cluster.get('pods', 'shop-build-pod') ?? {}, 'spec');
}
