import { expect } from 'chai';
import type { ImageFacts } from '../../../../../src/core/api/taskpack/image-facts.ts';
import { objectAt } from '../../../../support/json-field.ts';
import { someFacts } from '../../../../support/documents.ts';
import { fakeWorld } from './fake-world.ts';

const LIFECYCLE = `registry.example.com/lifecycle@sha256:${'e'.repeat(64)}`;
const LIFECYCLE_IMAGES = { '0.20.12': LIFECYCLE };

function worldOf(version: string, requireTrustedLifecycle: boolean) {
  const world = fakeWorld({ lifecycleImages: LIFECYCLE_IMAGES, requireTrustedLifecycle });
  const lifecycle = { version, apis: { platform: { supported: ['0.9'] } } };
  world.registry.facts = async () => someFacts({ lifecycle }).value as ImageFacts;
  return world;
}

describe('the builder of a Build', () => {
  it('is not trusted if the settings name an image for its lifecycle', async () => {
    const world = worldOf('0.20.12', true);
    await world.reconcile();
    expect(world.notes.join()).to.include(
      `its builder is not trusted: the phases with registry credentials run from ${LIFECYCLE}`,
    );
    expect(JSON.stringify(world.cluster.get('pods', 'shop-build-pod'))).to.include(LIFECYCLE);
    world.podStatus({ phase: 'Running' });
    await world.reconcile();
    expect(world.status()).to.include({ builderTrust: 'Untrusted' });
  });

  it('is called trusted if its own lifecycle runs', async () => {
    const world = worldOf('0.20.11', false);
    await world.reconcile();
    expect(world.notes.join()).to.include(
      'its builder is trusted: the phases with registry credentials run from the builder image',
    );
    expect(JSON.stringify(world.cluster.get('pods', 'shop-build-pod'))).to.not.include(LIFECYCLE);
    world.podStatus({ phase: 'Running' });
    await world.reconcile();
    expect(world.status()).to.include({ builderTrust: 'Trusted' });
  });

  it('is refused before a workload exists if the lifecycle must be trusted', async () => {
    const world = worldOf('0.20.11', true);
    await world.reconcile();
    expect(world.cluster.get('pods', 'shop-build-pod')).to.equal(undefined);
    expect(world.condition()).to.include({ status: 'False' });
    expect(world.condition()?.['message']).to.include('LIFECYCLE_IMAGES names no image for its lifecycle 0.20.11');
  });

  it('is refused before a workload exists if its lifecycle cannot run the image extensions of its order', async () => {
    const world = fakeWorld();
    world.registry.facts = async () =>
      someFacts({ extensions: [{ id: 'example/curl', version: '1.0.0' }] }).value as ImageFacts;
    await world.reconcile();
    expect(world.cluster.get('pods', 'shop-build-pod')).to.equal(undefined);
    expect(objectAt(world.status(), 'failure')).to.include({ reason: 'BuildRefused' });
    expect(world.condition()?.['message']).to.include('use a builder without order-extensions');
  });
});
