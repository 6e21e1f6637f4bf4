import { expect } from 'chai';
import { objectAt } from '../../../../support/json-field.ts';
import { fakeWorld, type FakeWorld } from './fake-world.ts';

const NAME = 'sh.helm.release.v1.shop.v2';
const SPEC = { services: [{ apiVersion: 'v1', kind: 'Secret', name: NAME }] };

function secret(world: FakeWorld, type: string): void {
  world.cluster.put('secrets', { apiVersion: 'v1', kind: 'Secret', metadata: { name: NAME }, type });
}

function pod({ cluster }: FakeWorld) {
  return cluster.get('pods', 'shop-build-pod');
}

describe('a Secret that a Build binds', () => {
  it('is mounted if it has no type of the cluster', async () => {
    const world = fakeWorld({}, SPEC);
    secret(world, 'Opaque');
    await world.reconcile();
    expect(JSON.stringify(pod(world))).to.include(`"secretName":"${NAME}"`);
  });

  it('fails the Build before a Pod exists if it is a token of a ServiceAccount', async () => {
    const world = fakeWorld({}, SPEC);
    secret(world, 'kubernetes.io/service-account-token');
    await world.reconcile();
    expect(pod(world)).to.equal(undefined);
    expect(objectAt(world.status(), 'failure')).to.include({ reason: 'BuildRefused', actor: 'user' });
    expect(world.condition()?.['message'])
      .to.include(`uses secret "${NAME}" of type kubernetes.io/service-account-token`)
      .and.to.include('bind a Secret with only what the buildpacks need');
  });

  it('is read before the Pod exists, so that a Pod cannot wait for a Secret of a type that is refused', async () => {
    const world = fakeWorld({}, SPEC);
    await world.reconcile();
    expect(pod(world)).to.equal(undefined);
    expect(world.condition()).to.include({ status: 'Unknown', reason: 'ReferenceNotFound' });
    expect(world.condition()?.['message']).to.include(`secrets "${NAME}" not found`);
    secret(world, 'helm.sh/release.v1');
    await world.reconcile();
    expect(pod(world)).to.equal(undefined);
    expect(world.condition()?.['message']).to.include(`uses secret "${NAME}" of type helm.sh/release.v1`);
  });
});
