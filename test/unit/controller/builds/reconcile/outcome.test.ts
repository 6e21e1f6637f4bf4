import { expect } from 'chai';
import { objectAt } from '../../../../support/json-field.ts';
import { fakeWorld } from './fake-world.ts';
import { completedPod, DIGEST } from './pod-statuses.ts';

describe('the outcome of a Build', () => {
  for (const [of, outcome] of [
    ['an image', { IMAGE_URL: 'registry.example.com/other', IMAGE_DIGEST: DIGEST }],
    ['an image of another registry', { IMAGE_URL: 'registry.example.org/app', IMAGE_DIGEST: DIGEST }],
    [
      'a cache',
      {
        IMAGE_URL: 'registry.example.com/app:1',
        IMAGE_DIGEST: DIGEST,
        CACHE_IMAGE: `registry.example.com/app@${DIGEST}`,
      },
    ],
  ] as const) {
    it(`fails if it names ${of} that the Build does not, without asking the registry`, async () => {
      const world = fakeWorld();
      world.registry.labels = async () => Promise.reject(new Error('asked'));
      await world.reconcile();
      world.podStatus(completedPod(JSON.stringify(outcome)));
      await world.reconcile();
      expect(world.condition()).to.include({ status: 'False', reason: 'WrongOutcome' });
      expect(world.status()).not.to.have.any.keys('latestImage', 'latestCacheImage');
      expect(objectAt(world.status(), 'failure')['message']).to.contain('registry.example.');
    });
  }

  it('may name any tag in the repositories of the Build and its cache', async () => {
    const cache = { registry: { tag: 'registry.example.com/cache:x' } };
    const world = fakeWorld({}, { tags: ['docker.io/team/other', 'registry.example.com/app:2'], cache });
    await world.reconcile();
    const outcome = {
      IMAGE_URL: 'team/other:3',
      IMAGE_DIGEST: DIGEST,
      CACHE_IMAGE: `registry.example.com/cache@${DIGEST}`,
    };
    world.podStatus(completedPod(JSON.stringify(outcome)));
    await world.reconcile();
    expect(world.condition()).to.include({ status: 'True' });
    expect(world.status()).to.include({ latestCacheImage: outcome.CACHE_IMAGE });
  });
});
