import { expect } from 'chai';
import type { KubeObject } from '../../../../src/clients/kube/client/kube-object.ts';
import { objectAt } from '../../../support/json-field.ts';
import { OLD_COMMIT, someImage } from '../../kpack-images/some-world.ts';
import { CLAIM, DONE, ImageBed, KEY } from './image-bed.ts';

const SINCE = Date.UTC(2026, 1, 1);
const IMAGE = someImage({}, { creationTimestamp: '2026-02-03T00:00:00Z' });
const CLASS = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'fast', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
};

describe('an Image without spec.cache, with DEFAULT_CACHE_SINCE', () => {
  let bed: ImageBed;

  const start = async (image = IMAGE): Promise<void> => {
    bed = new ImageBed(image, { defaultCacheSinceMs: SINCE });
    bed.server.put('storageclasses', CLASS);
    await bed.start();
  };
  const claim = (): KubeObject | undefined => bed.server.get('persistentvolumeclaims', CLAIM);
  const cacheOf = (number: number): unknown =>
    objectAt(bed.server.get('builds', `${KEY}-build-${number}`) as KubeObject, 'spec')['cache'];

  beforeEach(async () => start());

  it('has a claim of 2G, which its Builds mount, and says so; its spec stays', async () => {
    await bed.firstBuild();
    expect(objectAt(claim() ?? {}, 'spec')).to.deep.equal({
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: '2G' } },
    });
    expect(cacheOf(1)).to.deep.equal({ volume: { persistentVolumeClaimName: 'web-cache' } });
    expect(bed.condition('DefaultCache')).to.include({ status: 'True', reason: 'NoCacheInSpec' });
    expect(bed.events.filter((event) => event.startsWith('Normal DefaultCache: '))).to.have.length(1);
    expect(objectAt(bed.server.get('images', KEY) as KubeObject, 'spec')).not.to.have.property('cache');
  });

  it('keeps its claim after a restart, also if no StorageClass is the default any more', async () => {
    await bed.firstBuild();
    bed.server.remove('storageclasses', 'fast');
    await bed.start();
    expect(await bed.reconcile()).to.deep.equal(DONE);
    expect(bed.server.writes).to.deep.equal([]);
  });

  it('stays without a cache if it was created before', async () => {
    await start(someImage({}, { creationTimestamp: '2026-01-31T23:59:59Z' }));
    await bed.firstBuild();
    expect([claim(), cacheOf(1), bed.condition('DefaultCache')]).to.deep.equal([undefined, {}, {}]);
  });

  it('does not use a claim of another program that has the name, and is built without a cache', async () => {
    bed = new ImageBed(IMAGE, { defaultCacheSinceMs: SINCE });
    bed.server.put('storageclasses', CLASS);
    bed.server.put('persistentvolumeclaims', {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'web-cache', namespace: 'apps', uid: 'other' },
      spec: { resources: { requests: { storage: '8Gi' } } },
    });
    await bed.start();
    await bed.firstBuild();
    expect(cacheOf(1)).to.deep.equal({});
    expect(bed.condition('CacheReady')).to.include({ status: 'False' });
  });

  it('loses its claim if a user writes an empty cache', async () => {
    await bed.firstBuild();
    bed.change('images', KEY, 'spec', { cache: {} });
    await bed.reconcile();
    expect([claim(), bed.condition('DefaultCache')]).to.deep.equal([undefined, {}]);
  });

  const refusals: Readonly<Record<string, () => void>> = {
    'a quota refuses the claim': () => bed.server.refusals.set('create persistentvolumeclaims', 'FORBIDDEN'),
    'no StorageClass is the default': () => bed.server.remove('storageclasses', 'fast'),
    'the controller may not list StorageClasses': () => bed.server.refusals.set('list storageclasses', 'FORBIDDEN'),
  };
  for (const [title, refuse] of Object.entries(refusals)) {
    it(`is built without a cache if ${title}, says so, and gets the claim later`, async () => {
      refuse();
      await bed.reconcile();
      bed.resolve(OLD_COMMIT);
      expect(await bed.reconcile()).to.deep.equal({ kind: 'requeue', afterMs: 300_000 });
      expect(cacheOf(1)).to.deep.equal({});
      expect(bed.condition('CacheReady')).to.include({ status: 'False', reason: 'CacheNotChanged' });
      expect(bed.events.filter((event) => event.startsWith('Warning CacheNotChanged: '))).to.have.length(1);
      bed.end('web-build-1', 'True');
      bed.server.refusals.clear();
      bed.server.put('storageclasses', CLASS);
      await bed.reconcile();
      expect(claim()).not.to.equal(undefined);
      expect(bed.condition('CacheReady')).to.deep.equal({});
    });
  }
});
