import { expect } from 'chai';
import { cacheClaimName } from '../../../../src/core/images/cache-claim.ts';
import { objectAt } from '../../../support/json-field.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import type { Cluster } from '../../../cluster/cluster.ts';
import type { KubernetesObject } from '../../../cluster/kubernetes/object.ts';
import { kpackCluster } from '../../crds/kpack-cluster.ts';
import { looksTwice } from '../second-look.ts';
import { commit, imageBed, RUN_IMAGE, soon, type ImageBed } from './image-bed.ts';
import { runImages, type RunningImages } from './running-images.ts';

const NAMESPACE = 'images';
const STRANGER = 'images-stranger';
const NEW_RUN_IMAGE = `registry.example/run@sha256:${'b'.repeat(64)}`;

describe('the controller of Images', function () {
  this.timeout(180_000);
  let cluster: Cluster;
  let bed: ImageBed;
  let controller: RunningImages;

  const start = async (writesUntilKilled?: number): Promise<void> => {
    controller = await runImages(cluster.kubeconfig, NAMESPACE, { writesUntilKilled });
  };

  before(async function () {
    this.timeout(1_800_000);
    cluster = await kpackCluster();
    bed = await imageBed(cluster.client, NAMESPACE);
    await start();
  });
  looksTwice(() => controller);
  after(async () => {
    await controller?.stop();
    await bed?.remove();
  });

  it('creates a SourceResolver and waits for it, builds once, and is ready then', async () => {
    await bed.create('first', {}, { annotations: { 'taskpack.dev/poll-interval': '10m' }, labels: { team: 'web' } });
    await bed.reports('first', 'ResolverNotReady');
    const resolver = await bed.get(bed.named('SourceResolver', 'first-source'));
    const { uid } = objectAt(await bed.get(bed.image('first')), 'metadata');
    const { annotations, labels, ownerReferences = [] } = resolver['metadata'] as JsonObject;
    expect(annotations).to.deep.equal({ 'taskpack.dev/poll-interval': '10m' });
    expect(labels).to.deep.equal({ team: 'web' });
    expect((ownerReferences as readonly JsonObject[]).map((owner) => owner['uid'])).to.deep.equal([uid]);
    await bed.resolve('first', commit(1));
    await bed.finish(await bed.builds('first', 1, 'CONFIG'), 'True');
    await bed.reports('first', 'UpToDate');
    expect(await bed.status('first')).to.include({
      observedGeneration: 1,
      latestBuildRef: 'first-build-1',
      latestBuildImageGeneration: 1,
      buildCounter: 1,
      latestImage: `registry.example/app@sha256:${'f'.repeat(64)}`,
    });
  });

  it('builds a commit, after the running Build only', async () => {
    await bed.createBuilt('commit');
    await bed.resolve('commit', commit(2));
    const second = await bed.builds('commit', 2, 'COMMIT');
    await bed.resolve('commit', commit(3));
    await controller.settled();
    expect(await bed.buildNames('commit')).to.deep.equal(['commit-build-1', 'commit-build-2']);
    await bed.finish(second, 'True');
    const third = await bed.builds('commit', 3, 'COMMIT');
    const { spec } = (await bed.get(bed.named('Build', third))) as { readonly spec: JsonObject };
    expect(objectAt(objectAt(spec, 'source'), 'git')['revision']).to.equal(commit(3));
    await bed.finish(third, 'True');
    await bed.reports('commit', 'UpToDate');
  });

  it('builds no commit beside a running Build whose number a user removed', async () => {
    await bed.create('unnumbered');
    await bed.resolve('unnumbered', commit(1));
    const first = await bed.builds('unnumbered', 1, 'CONFIG');
    await bed.patch(bed.named('Build', first), { metadata: { labels: { 'image.kpack.io/buildNumber': null } } });
    await bed.resolve('unnumbered', commit(2));
    await controller.again();
    expect(await bed.buildNames('unnumbered')).to.deep.equal([first]);
    await bed.reports('unnumbered', 'BuildRunning');
    await bed.finish(first, 'True');
    await bed.finish(await bed.builds('unnumbered', 2, 'CONFIG'), 'True');
    await bed.reports('unnumbered', 'UpToDate');
  });

  it('reports a Build without an owner that has the name of the next one', async () => {
    await bed.createBuilt('squatted');
    const { metadata: _, ...squatter } = await bed.get(bed.named('Build', 'squatted-build-1'));
    const labels = { 'image.kpack.io/image': 'squatted' };
    const named = { ...squatter, metadata: { name: 'squatted-build-2', namespace: NAMESPACE, labels } };
    await cluster.client.create(named as unknown as KubernetesObject);
    await bed.resolve('squatted', commit(2));
    await bed.reports('squatted', 'BuildNotCreated');
    expect((await bed.condition('squatted', 'Ready'))['message']).to.contain("Build 'squatted-build-2'");
    await bed.delete(bed.named('Build', 'squatted-build-2'));
    await bed.builds('squatted', 2, 'COMMIT');
  });

  it('builds after a change of the environment, with the generation of the Image', async () => {
    await bed.createBuilt('env');
    await bed.patch(bed.image('env'), { spec: { build: { env: [{ name: 'A', value: '1' }] } } });
    await bed.finish(await bed.builds('env', 2, 'CONFIG'), 'True');
    await bed.reports('env', 'UpToDate');
    const status = await bed.status('env');
    expect(status).to.include({ observedGeneration: 2, latestBuildImageGeneration: 2 });
  });

  it('builds after a trigger, once', async () => {
    await bed.createBuilt('trigger');
    const annotations = { 'image.kpack.io/additionalBuildNeeded': 'now' };
    await bed.patch(bed.named('Build', 'trigger-build-1'), { metadata: { annotations } });
    await bed.finish(await bed.builds('trigger', 2, 'TRIGGER'), 'True');
    await bed.reports('trigger', 'UpToDate');
    await controller.settled();
    expect(await bed.buildNames('trigger')).to.have.length(2);
  });

  it('reports a failed Build, and builds again after a change of the builder image', async () => {
    await bed.create('failed');
    await bed.resolve('failed', commit(1));
    await bed.finish(await bed.builds('failed', 1, 'CONFIG'), 'False');
    await bed.reports('failed', 'BuildFailed');
    expect((await bed.condition('failed', 'Ready'))['message']).to.contain('the end');
    await controller.again();
    expect(await bed.buildNames('failed')).to.have.length(1);
    await bed.setBuilder(RUN_IMAGE, 'registry.example/builder:2');
    await bed.finish(await bed.builds('failed', 2, 'BUILDPACK'), 'True');
    await bed.reports('failed', 'UpToDate');
  });

  it('keeps as many Builds as the history limits say, and never uses a number again', async () => {
    await bed.createBuilt('history', { successBuildHistoryLimit: 1, failedBuildHistoryLimit: 1 });
    for (const [number, succeeded] of [
      [2, 'False'],
      [3, 'False'],
      [4, 'True'],
    ] as const) {
      await bed.resolve('history', commit(number));
      await bed.finish(await bed.builds('history', number, 'COMMIT'), succeeded);
      await bed.reports('history', succeeded === 'True' ? 'UpToDate' : 'BuildFailed');
    }
    await soon('two Builds', async () => (await bed.buildNames('history')).length === 2);
    expect(await bed.buildNames('history')).to.deep.equal(['history-build-3', 'history-build-4']);
    for (const name of await bed.buildNames('history')) await bed.delete(bed.named('Build', name));
    await bed.finish(await bed.builds('history', 5, 'CONFIG'), 'True');
    await bed.reports('history', 'UpToDate');
  });

  it('mounts its claim, builds without a claim that is going away, and says so if a claim cannot grow', async () => {
    await bed.createBuilt('cached', { cache: { volume: { size: '1Gi' } } });
    const volume = async (number: number): Promise<unknown> =>
      objectAt(objectAt(await bed.get(bed.named('Build', `cached-build-${number}`)), 'spec'), 'cache')['volume'];
    const cacheReady = async (): Promise<unknown> => (await bed.condition('cached', 'CacheReady'))['status'];
    const claimName = cacheClaimName({ metadata: { name: 'cached' } });
    expect(await volume(1)).to.deep.equal({ persistentVolumeClaimName: claimName });
    // Nothing binds the claim, so the API server refuses to change its size.
    await bed.patch(bed.image('cached'), { spec: { cache: { volume: { size: '2Gi' } } } });
    await soon('CacheReady is False', async () => (await cacheReady()) === 'False');
    const claim = bed.claim(claimName);
    await bed.patch(claim, { metadata: { finalizers: ['example.com/hold'] } });
    await bed.delete(claim);
    await bed.resolve('cached', commit(2));
    await bed.finish(await bed.builds('cached', 2, 'COMMIT'), 'True');
    expect(await volume(2)).to.equal(undefined);
    await soon('CacheReady is False', async () => (await cacheReady()) === 'False');
    await bed.patch(claim, { metadata: { finalizers: null } });
    await soon('CacheReady is gone', async () => (await cacheReady()) === undefined);
    expect(objectAt(await bed.get(claim), 'metadata')).not.to.have.property('deletionTimestamp');
  });

  it('gives no default cache to a new Image while no StorageClass is the default, and says so', async () => {
    await controller.stop();
    // Creation times have whole seconds.
    const defaultCacheSinceMs = Math.floor(Date.now() / 1000) * 1000;
    controller = await runImages(cluster.kubeconfig, NAMESPACE, { defaultCacheSinceMs });
    for (const [name, cache] of [['by-default'], ['without-cache', {}]] as const) {
      await bed.createBuilt(name, cache === undefined ? {} : { cache });
    }
    expect(await bed.condition('by-default', 'DefaultCache')).to.include({ status: 'True' });
    expect((await bed.condition('by-default', 'CacheReady'))['message']).to.include('no default StorageClass');
    for (const type of ['DefaultCache', 'CacheReady']) {
      expect(await bed.condition('without-cache', type)).to.deep.equal({});
    }
    await controller.stop();
    await start();
    await soon('by-default', async () => Object.keys(await bed.condition('by-default', 'DefaultCache')).length === 0);
  });

  it('says that two Images have one tag, until one of them is deleted', async () => {
    const tag = 'registry.example/shared';
    await bed.createBuilt('left', { tag });
    await bed.createBuilt('right', { tag });
    for (const name of ['left', 'right']) {
      await soon(name, async () => (await bed.condition(name, 'TagUnique'))['reason'] === 'TagShared');
    }
    await bed.delete(bed.image('right'));
    await soon('the end of the condition', async () => !('type' in (await bed.condition('left', 'TagUnique'))));
  });

  it('says nothing about an Image of another namespace with the same tag', async () => {
    await controller.stop();
    controller = await runImages(cluster.kubeconfig, [NAMESPACE, STRANGER]);
    await bed.createBuilt('own', { tag: 'registry.example/of-two-namespaces' });
    await controller.settled();
    const before = controller.writes.length;
    const stranger = { ...bed.image('stranger'), metadata: { name: 'stranger', namespace: STRANGER } };
    const { spec } = await bed.get(bed.image('own'));
    await cluster.client.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: STRANGER } });
    await cluster.client.create({ ...stranger, spec } as KubernetesObject);
    await soon('the controller knows both Images', async () => controller.sharedTags() === 1);
    await controller.again();
    expect(await bed.condition('own', 'TagUnique')).to.deep.equal({});
    expect(controller.writes.slice(before).filter((write) => write.endsWith(' own'))).to.deep.equal([]);
    await bed.delete(stranger);
    await soon('only one namespace has the tag', async () => controller.sharedTags() === 0);
    await cluster.client.delete({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: STRANGER } });
    await controller.stop();
    await start();
  });

  it('leaves a deleted Image to garbage collection, and starts again for the next Image of the name', async () => {
    await bed.createBuilt('deleted');
    // The API server shows a write before the controller has its response.
    await controller.settled();
    const before = controller.writes.length;
    await bed.delete(bed.image('deleted'));
    await controller.settled();
    await soon('the Builds are gone', async () => (await bed.buildNames('deleted')).length === 0);
    const resolver = bed.named('SourceResolver', 'deleted-source');
    await soon('the SourceResolver is gone', async () => !('metadata' in (await bed.get(resolver))));
    expect(controller.writes.slice(before)).to.deep.equal([]);
    await bed.create('deleted');
    await bed.resolve('deleted', commit(1));
    await bed.finish(await bed.builds('deleted', 1, 'CONFIG'), 'True');
    await bed.reports('deleted', 'UpToDate');
  });

  it('continues after the process is killed after any write, and builds nothing twice', async () => {
    const spec = { successBuildHistoryLimit: 1, cache: { volume: { size: '1Gi' } } };
    for (let kill = 1; kill <= 8; kill += 1) {
      const name = `killed-${kill}`;
      await controller.stop();
      await start(kill);
      await bed.create(name, spec);
      const survives = async (isSo: () => Promise<boolean>): Promise<void> =>
        soon(`${name} continues`, async () => {
          if (controller.isKilled()) {
            await controller.stop();
            await start();
          }
          return isSo();
        });
      for (const number of [1, 2]) {
        const build = bed.named('Build', `${name}-build-${number}`);
        await survives(
          async () => (await cluster.client.get(bed.named('SourceResolver', `${name}-source`))) !== undefined,
        );
        await bed.resolve(name, commit(number));
        await survives(async () => (await cluster.client.get(build)) !== undefined);
        await survives(async () => (await bed.condition(name, 'Ready'))['reason'] === 'BuildRunning');
        await bed.finish(build.metadata.name, 'True');
        await survives(async () => (await bed.condition(name, 'Ready'))['reason'] === 'UpToDate');
      }
      await survives(async () => (await bed.buildNames(name)).length === 1);
      expect(await bed.buildNames(name), `killed after write ${kill}`).to.deep.equal([`${name}-build-2`]);
      expect(await bed.status(name), name).to.include({ buildCounter: 2 });
    }
  });

  // Every Image of the namespace gets a Build, so this test is the last one.
  it('builds after a change of the stack', async () => {
    await bed.createBuilt('stack');
    await bed.setBuilder(NEW_RUN_IMAGE, 'registry.example/builder:3');
    const { spec } = (await bed.get(bed.named('Build', await bed.builds('stack', 2, 'STACK')))) as {
      readonly spec: JsonObject;
    };
    expect(objectAt(spec, 'runImage')['image']).to.equal(NEW_RUN_IMAGE);
    expect(objectAt(spec, 'lastBuild')['stackId']).to.equal('io.example.stack');
  });
});
