import { expect } from 'chai';
import type { KubeObject } from '../../../../src/clients/kube/client/kube-object.ts';
import { objectAt } from '../../../support/json-field.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { COMMIT, OLD_COMMIT } from '../../kpack-images/some-world.ts';
import { CLAIM, ImageBed, KEY, RESOLVER, VOLUME } from './image-bed.ts';

describe('the plan of an Image', () => {
  let bed: ImageBed;

  beforeEach(async () => {
    bed = new ImageBed();
    await bed.start();
  });

  it('deletes the oldest Builds above the history limits by UID', async () => {
    bed.change('images', KEY, 'spec', { successBuildHistoryLimit: 1 });
    await bed.firstBuild();
    bed.resolve(COMMIT);
    await bed.reconcile();
    bed.end('web-build-2', 'True');
    await bed.reconcile();
    expect(bed.builds()).to.deep.equal(['web-build-2']);
    bed.resolve(OLD_COMMIT);
    await bed.reconcile();
    expect(bed.builds()).to.include('web-build-3');
  });

  it('copies the labels and the interval of polling to the SourceResolver', async () => {
    const interval = { 'taskpack.dev/poll-interval': '10m' };
    bed.change('images', KEY, 'metadata', { annotations: { ...interval, other: 'x' }, labels: { team: 'web' } });
    await bed.reconcile();
    const meta = (): JsonObject => (bed.server.get('sourceresolvers', RESOLVER) as KubeObject).metadata;
    expect(meta()).to.deep.include({ annotations: interval, labels: { team: 'web' } });
    bed.change('sourceresolvers', RESOLVER, 'metadata', { annotations: { ...interval, own: 'y' } });
    bed.change('images', KEY, 'metadata', { annotations: {}, labels: {} });
    await bed.reconcile();
    expect(meta()).to.deep.include({ annotations: { own: 'y' }, labels: {} });
    bed.server.writes.length = 0;
    await bed.reconcile();
    expect(bed.server.writes).to.deep.equal([]);
  });

  it('writes another source into the SourceResolver, and waits until it is resolved', async () => {
    await bed.firstBuild();
    bed.change('images', KEY, 'spec', { source: { blob: { url: 'https://blobs.example/web.zip' } } });
    await bed.reconcile();
    const resolver = bed.server.get('sourceresolvers', RESOLVER) as KubeObject;
    expect(objectAt(resolver, 'spec')['source']).to.deep.equal({ blob: { url: 'https://blobs.example/web.zip' } });
    expect(bed.condition('Ready')).to.include({ status: 'Unknown', reason: 'ResolverNotReady' });
    expect(bed.builds()).to.deep.equal(['web-build-1']);
  });

  it('looks again if its cache lacks an object that it has created, because a user may have deleted the object at once', async () => {
    for (const plural of ['sourceresolvers', 'persistentvolumeclaims']) {
      bed = new ImageBed();
      bed.change('images', KEY, 'spec', VOLUME);
      await bed.start();
      bed.server.lagging.add(plural);
      expect(await bed.reconcile(), plural).to.deep.equal({ kind: 'requeue', afterMs: 10_000 });
      bed.server.catchUp();
      expect(await bed.reconcile(), plural).to.deep.equal({ kind: 'done' });
    }
  });

  it('creates a claim again that was deleted while a Build runs that mounts it, and no other', async () => {
    bed.change('images', KEY, 'spec', VOLUME);
    await bed.reconcile();
    bed.resolve(OLD_COMMIT);
    await bed.reconcile();
    bed.server.remove('persistentvolumeclaims', CLAIM);
    await bed.reconcile();
    expect(bed.server.get('persistentvolumeclaims', CLAIM)).not.to.equal(undefined);
    bed.change('builds', `${KEY}-build-1`, 'spec', { cache: {} });
    bed.server.remove('persistentvolumeclaims', CLAIM);
    await bed.reconcile();
    expect(bed.server.get('persistentvolumeclaims', CLAIM)).to.equal(undefined);
  });

  it('creates the claim of a cache, and mounts it', async () => {
    bed.change('images', KEY, 'spec', VOLUME);
    await bed.firstBuild();
    expect(bed.server.get('persistentvolumeclaims', CLAIM)).not.to.equal(undefined);
    const build = bed.server.get('builds', `${KEY}-build-1`) as KubeObject;
    const volume = { volume: { persistentVolumeClaimName: 'web-cache' } };
    expect(objectAt(objectAt(build, 'spec'), 'cache')).to.deep.equal(volume);
    bed.change('images', KEY, 'spec', { cache: {} });
    await bed.reconcile();
    expect(bed.server.get('persistentvolumeclaims', CLAIM)).to.equal(undefined);
  });

  it('builds without a claim that the API server refuses, says so, and tries again', async () => {
    bed.change('images', KEY, 'spec', VOLUME);
    bed.server.refusals.set('create persistentvolumeclaims', 'FORBIDDEN');
    await bed.reconcile();
    bed.resolve(OLD_COMMIT);
    expect(await bed.reconcile()).to.deep.equal({ kind: 'requeue', afterMs: 300_000 });
    const build = bed.server.get('builds', `${KEY}-build-1`) as KubeObject;
    expect(objectAt(objectAt(build, 'spec'), 'cache')).to.deep.equal({});
    expect(bed.condition('CacheReady')).to.include({ status: 'False', reason: 'CacheNotChanged' });
    bed.end('web-build-1', 'True');
    bed.server.refusals.clear();
    await bed.reconcile();
    expect(bed.server.get('persistentvolumeclaims', CLAIM)).not.to.equal(undefined);
    expect(bed.condition('CacheReady')).to.deep.equal({});
  });

  it('reports a Build that the API server refuses, and tries again', async () => {
    await bed.reconcile();
    bed.resolve(OLD_COMMIT);
    bed.server.refusals.set('create builds', 'FORBIDDEN');
    expect((await bed.reconcile()).kind).to.equal('failed');
    expect(bed.condition('Ready')).to.include({ status: 'False', reason: 'BuildNotCreated' });
    expect(bed.status()).not.to.have.property('latestBuildRef');
    bed.server.refusals.clear();
    await bed.reconcile();
    expect(bed.condition('Ready')).to.include({ reason: 'BuildRunning' });
  });
});
