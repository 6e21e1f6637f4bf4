import { expect } from 'chai';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { objectAt, objectsAt } from '../../../support/json-field.ts';
import { ourOutcome } from '../../kpack-images/our-outcome.ts';
import type { Outcome } from '../../kpack-images/outcome.ts';
import { COMMIT, someBuild, someClaim, someImage, someResolver, someWorld } from '../../kpack-images/some-world.ts';

const VOLUME = { cache: { volume: { size: '2Gi' } } };
const MOVED = someResolver({ source: { git: { url: 'https://git.example/web', revision: COMMIT, type: 'Branch' } } });

function ready({ status }: Outcome): JsonObject {
  return objectsAt(status, 'conditions').find(({ type }) => type === 'Ready') ?? {};
}

// test/unit/kpack-images compares all plans with kpack's. These are the rules that clients rely on.
describe('the plan for an Image', () => {
  it('writes the generation, the new Build and BuildRunning in one status', () => {
    const image = someImage({ build: { env: [{ name: 'A', value: '1' }] } }, { generation: 5 });
    const outcome = ourOutcome(someWorld({ image }));
    expect(outcome.status).to.include({
      observedGeneration: 5,
      latestBuildImageGeneration: 5,
      latestBuildRef: 'web-build-2',
    });
    expect(ready(outcome)).to.include({ status: 'Unknown', reason: 'BuildRunning' });
  });

  it('is neither ready nor failed while the source is not resolved', () => {
    const resolver = someResolver({ conditions: [{ type: 'Ready', status: 'False', message: 'git: 401' }] });
    const outcome = ourOutcome(someWorld({ sourceResolver: resolver }));
    expect(outcome).not.to.have.property('build');
    expect(ready(outcome)).to.include({ status: 'Unknown', reason: 'ResolverNotReady' });
    expect(ready(outcome)['message']).to.contain('git: 401');
  });

  it('creates no second Build while one is unfinished, even if that is being deleted', () => {
    const terminating = { metadata: { deletionTimestamp: '2026-02-01T00:00:00Z' } };
    const outcome = ourOutcome(someWorld({ builds: [someBuild(1, 'none', terminating)], sourceResolver: MOVED }));
    expect(outcome).not.to.have.property('build');
    expect(ready(outcome)['reason']).to.equal('BuildRunning');
  });

  it('creates no second Build while one is unfinished that has lost its number, unless another Image owns that one', () => {
    const lost = { labels: { 'image.kpack.io/buildNumber': '' } };
    for (const end of ['none', 'Unknown'] as const) {
      const outcome = ourOutcome(someWorld({ builds: [someBuild(1), someBuild(2, end, lost)], sourceResolver: MOVED }));
      expect(outcome).not.to.have.property('build');
      expect(ready(outcome)['reason']).to.equal('BuildRunning');
    }
    const metadata = objectAt(someBuild(2, 'none', lost), 'metadata');
    for (const ownerReferences of [[], [{ ...objectsAt(metadata, 'ownerReferences')[0], uid: 'other' }]]) {
      const foreign = { ...someBuild(2, 'none', lost), metadata: { ...metadata, ownerReferences } };
      expect(ourOutcome(someWorld({ builds: [someBuild(1), foreign], sourceResolver: MOVED }))).to.have.property(
        'build',
      );
    }
  });

  it('compares with the Build of the highest number if two Builds have the same time', () => {
    const time = { metadata: { creationTimestamp: '2026-01-02T00:00:00Z' } };
    const [old, last] = [someBuild(9, 'False', time), someBuild(10, 'True', time)];
    for (const builds of [
      [old, last],
      [last, old],
    ]) {
      expect(ready(ourOutcome(someWorld({ builds })))['reason']).to.equal('UpToDate');
    }
  });

  it('never rebases after a failed Build, because the source that failed would be left out', () => {
    const spec = {
      builder: { image: 'registry.example/older' },
      lastBuild: { image: 'a', stackId: 'io.example.stack' },
    };
    const outcome = ourOutcome(someWorld({ builds: [someBuild(1, 'False', { spec })] }));
    const annotations = objectAt(objectAt(outcome.build ?? {}, 'metadata'), 'annotations');
    expect(annotations['image.kpack.io/reason']).to.equal('BUILDPACK');
  });

  it('creates no Build whose number is too long to be read again, because Build after Build would follow', () => {
    const high = someBuild(1, 'True', { labels: { 'image.kpack.io/buildNumber': '999999999999999' } });
    const outcome = ourOutcome(someWorld({ builds: [high], sourceResolver: MOVED }));
    expect(outcome).not.to.have.property('build');
    expect(ready(outcome)).to.include({ status: 'False', reason: 'BuildNotCreated' });
    expect(ready(outcome)['message']).to.contain('image.kpack.io/buildNumber');
  });

  it('keeps the newest Build whatever the history limits are, because the Image would be built again without it', () => {
    for (const limits of [
      { successBuildHistoryLimit: 0, failedBuildHistoryLimit: 0 },
      { successBuildHistoryLimit: -5, failedBuildHistoryLimit: -5 },
    ]) {
      for (const end of ['True', 'False'] as const) {
        const builds = [someBuild(1, end), someBuild(2, end)];
        const outcome = ourOutcome(someWorld({ image: someImage(limits), builds }));
        expect(outcome.deletions).to.deep.equal(['web-build-1']);
      }
    }
  });

  const owner = { apiVersion: 'kpack.io/v1alpha2', kind: 'Image', name: 'web', controller: true };
  const foreign: Readonly<Record<string, readonly object[]>> = {
    'has no owner': [],
    'belongs to an earlier Image of the name': [{ ...owner, uid: 'an-earlier-uid' }],
    'belongs to a StatefulSet': [
      { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'db', uid: 'db', controller: true },
    ],
    'has the Image as an owner that is not the controller': [
      { ...owner, uid: '7d1c1c0e-52f2-4c37-a3cf-7a0f9a4a4e10', controller: false },
    ],
  };
  for (const [title, ownerReferences] of Object.entries(foreign)) {
    it(`uses a claim that ${title} as it is, and says so`, () => {
      for (const storage of ['1Gi', '2Gi', '4Gi']) {
        const claim = someClaim(storage, { labels: { team: 'shop' }, ownerReferences: ownerReferences as never });
        const used = ourOutcome(someWorld({ image: someImage(VOLUME), claim, sourceResolver: MOVED }));
        expect(objectAt(objectAt(used.build ?? {}, 'spec'), 'cache')).to.deep.equal({
          volume: { persistentVolumeClaimName: 'web-cache' },
        });
        expect(used).not.to.have.property('claim');
        const condition = objectsAt(used.status, 'conditions').find(({ type }) => type === 'CacheReady');
        expect(condition?.['message']).to.include('is not controlled by the Image');
        expect(ourOutcome(someWorld({ claim }))).not.to.have.property('claim');
      }
    });
  }

  it('builds without a claim that is being deleted, and says so', () => {
    const claim = someClaim('2Gi', { deletionTimestamp: '2026-02-01T00:00:00Z' });
    const outcome = ourOutcome(someWorld({ image: someImage(VOLUME), claim, sourceResolver: MOVED }));
    expect(objectAt(objectAt(outcome.build ?? {}, 'spec'), 'cache')).to.deep.equal({});
    expect(objectsAt(outcome.status, 'conditions').map(({ type }) => type)).to.include('CacheReady');
  });
});
