import { expect } from 'chai';
import { cacheClaimName } from '../../../../src/images/cache-claim.ts';
import { objectAt, objectsAt, textAt } from '../../../../src/model/json-field.ts';
import type { JsonObject } from '../../../../src/model/json.ts';
import type { Cluster } from '../../../cluster/cluster.ts';
import type { KubernetesObject } from '../../../cluster/kubernetes/object.ts';
import { until } from '../../../cluster/processes/until.ts';
import { kpackCluster, kpackPath } from '../../crds/kpack-cluster.ts';
import { looksTwice } from '../second-look.ts';
import { runImages, type RunningImages } from './running-images.ts';

const NAMESPACE = 'images';
const BUILDER = 'images-base';
const TIME = '2026-01-01T00:00:00Z';
const RUN_IMAGE = `registry.example/run@sha256:${'a'.repeat(64)}`;
const NEW_RUN_IMAGE = `registry.example/run@sha256:${'b'.repeat(64)}`;
const MERGE = 'application/merge-patch+json';
const REASON = 'image.kpack.io/reason';

const commit = (digit: number): string => `${digit}`.repeat(40);

// The test plays the controllers of builders, SourceResolvers and Builds: it writes their statuses.
describe('the controller of Images', function () {
  this.timeout(180_000);
  let cluster: Cluster;
  let controller: RunningImages;

  const start = async (writesUntilKilled?: number): Promise<void> => {
    controller = await runImages(cluster.kubeconfig, NAMESPACE, writesUntilKilled);
  };
  const patch = async (object: KubernetesObject, content: object, subresource = ''): Promise<void> => {
    const path = object.apiVersion === 'v1' ? claimPath(object.metadata.name) : kpackPath(object);
    await cluster.client.send('PATCH', `${path}${subresource}`, content, MERGE);
  };
  const get = async (object: KubernetesObject): Promise<JsonObject> =>
    ((await cluster.client.get(object)) ?? {}) as JsonObject;
  const buildsOf = async (name: string): Promise<readonly JsonObject[]> => {
    const list = (await cluster.client.send('GET', kpackPath(named('Build')))) as JsonObject;
    return objectsAt(list, 'items').filter((build) => labelOf(build, 'image.kpack.io/image') === name);
  };
  const namesOf = async (name: string): Promise<readonly string[]> => (await buildsOf(name)).map(nameOf).toSorted();
  const conditionOf = async (name: string, wanted: string): Promise<JsonObject> => {
    const status = objectAt(await get(image(name)), 'status');
    return objectsAt(status, 'conditions').find(({ type }) => type === wanted) ?? {};
  };
  const ready = async (name: string): Promise<JsonObject> => conditionOf(name, 'Ready');
  const reports = async (name: string, reason: string): Promise<void> =>
    soon(`${name} reports ${reason}`, async () => (await ready(name))['reason'] === reason);
  const resolve = async (name: string, revision: string): Promise<void> => {
    const resolver = named('SourceResolver', `${name}-source`);
    const found = await until('the SourceResolver', async () => (await cluster.client.get(resolver)) as JsonObject, {
      seconds: 90,
    });
    const observedGeneration = objectAt(found, 'metadata')['generation'];
    const source = { git: { url: 'https://git.example/app', revision, type: 'Branch' } };
    const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: TIME }];
    await patch(resolver, { status: { observedGeneration, conditions, source } }, '/status');
  };
  const finish = async (name: string, succeeded: 'True' | 'False'): Promise<void> => {
    const condition = { type: 'Succeeded', status: succeeded, lastTransitionTime: TIME, message: 'the end' };
    const success = {
      buildMetadata: [{ id: 'example/java', version: '1.0.0' }],
      lifecycleVersion: '0.20.12',
      latestImage: `registry.example/app@sha256:${'f'.repeat(64)}`,
      stack: { id: 'io.example.stack', runImage: await runImage() },
    };
    const status = { conditions: [condition], ...(succeeded === 'True' && success) };
    await patch(named('Build', name), { status }, '/status');
  };
  const runImage = async (): Promise<string> =>
    textAt(objectAt(objectAt(await get(clusterBuilder()), 'status'), 'stack'), 'runImage') ?? '';
  const setBuilder = async (stackRunImage: string, builderImage: string): Promise<void> => {
    const { metadata } = (await get(clusterBuilder())) as { readonly metadata?: JsonObject };
    const status = {
      observedGeneration: metadata?.['generation'] ?? 1,
      conditions: ['Ready', 'UpToDate'].map((type) => ({ type, status: 'True', lastTransitionTime: TIME })),
      builderMetadata: [{ id: 'example/java', version: '1.0.0' }],
      stack: { id: 'io.example.stack', runImage: stackRunImage },
      lifecycle: { version: '0.20.12' },
      latestImage: builderImage,
    };
    await patch(clusterBuilder(), { status }, '/status');
  };
  /** Waits for a Build with this number and reason. */
  const builds = async (name: string, number: number, reason: string): Promise<string> => {
    const build = `${name}-build-${number}`;
    await soon(`${build} for ${reason}`, async () => {
      const found = (await buildsOf(name)).find((one) => nameOf(one) === build);
      return found !== undefined && objectAt(objectAt(found, 'metadata'), 'annotations')[REASON] === reason;
    });
    await reports(name, 'BuildRunning');
    return build;
  };
  const create = async (name: string, spec: object = {}, metadata: object = {}): Promise<void> => {
    const object = image(name);
    await cluster.client.create({
      ...object,
      metadata: { ...object.metadata, ...metadata },
      spec: { ...SPEC, tag: `registry.example/${name}`, ...spec },
    } as KubernetesObject);
  };
  /** Creates an Image whose first Build has succeeded. */
  const createBuilt = async (name: string, spec: object = {}): Promise<void> => {
    await create(name, spec);
    await resolve(name, commit(1));
    await finish(await builds(name, 1, 'CONFIG'), 'True');
    await reports(name, 'UpToDate');
  };

  before(async function () {
    this.timeout(1_800_000);
    cluster = await kpackCluster();
    await cluster.client.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
    await cluster.client.create({ ...clusterBuilder(), spec: BUILDER_SPEC } as KubernetesObject);
    await setBuilder(RUN_IMAGE, 'registry.example/builder:1');
    await start();
  });
  looksTwice(() => controller);
  after(async () => {
    await controller?.stop();
    await cluster?.client.delete(clusterBuilder());
    await cluster?.client.delete({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
  });

  it('creates a SourceResolver and waits for it, builds once, and is ready then', async () => {
    await create('first', {}, { annotations: { 'taskpack.dev/poll-interval': '10m' }, labels: { team: 'web' } });
    await reports('first', 'ResolverNotReady');
    const resolver = await get(named('SourceResolver', 'first-source'));
    const { uid } = objectAt(await get(image('first')), 'metadata');
    const { annotations, labels, ownerReferences = [] } = resolver['metadata'] as JsonObject;
    expect(annotations).to.deep.equal({ 'taskpack.dev/poll-interval': '10m' });
    expect(labels).to.deep.equal({ team: 'web' });
    expect((ownerReferences as readonly JsonObject[]).map((owner) => owner['uid'])).to.deep.equal([uid]);
    await resolve('first', commit(1));
    await finish(await builds('first', 1, 'CONFIG'), 'True');
    await reports('first', 'UpToDate');
    expect(objectAt(await get(image('first')), 'status')).to.include({
      observedGeneration: 1,
      latestBuildRef: 'first-build-1',
      latestBuildImageGeneration: 1,
      buildCounter: 1,
      latestImage: `registry.example/app@sha256:${'f'.repeat(64)}`,
    });
  });

  it('builds a commit, after the running Build only', async () => {
    await createBuilt('commit');
    await resolve('commit', commit(2));
    const second = await builds('commit', 2, 'COMMIT');
    await resolve('commit', commit(3));
    await controller.settled();
    expect(await namesOf('commit')).to.deep.equal(['commit-build-1', 'commit-build-2']);
    await finish(second, 'True');
    const third = await builds('commit', 3, 'COMMIT');
    const { spec } = (await get(named('Build', third))) as { readonly spec: JsonObject };
    expect(objectAt(objectAt(spec, 'source'), 'git')['revision']).to.equal(commit(3));
    await finish(third, 'True');
    await reports('commit', 'UpToDate');
  });

  it('builds after a change of the environment, with the generation of the Image', async () => {
    await createBuilt('env');
    await patch(image('env'), { spec: { build: { env: [{ name: 'A', value: '1' }] } } });
    await finish(await builds('env', 2, 'CONFIG'), 'True');
    await reports('env', 'UpToDate');
    const status = objectAt(await get(image('env')), 'status');
    expect(status).to.include({ observedGeneration: 2, latestBuildImageGeneration: 2 });
  });

  it('builds after a trigger, once', async () => {
    await createBuilt('trigger');
    const annotations = { 'image.kpack.io/additionalBuildNeeded': 'now' };
    await patch(named('Build', 'trigger-build-1'), { metadata: { annotations } });
    await finish(await builds('trigger', 2, 'TRIGGER'), 'True');
    await reports('trigger', 'UpToDate');
    await controller.settled();
    expect(await namesOf('trigger')).to.have.length(2);
  });

  it('reports a failed Build, and builds again after a change of the builder image', async () => {
    await create('failed');
    await resolve('failed', commit(1));
    await finish(await builds('failed', 1, 'CONFIG'), 'False');
    await reports('failed', 'BuildFailed');
    expect((await ready('failed'))['message']).to.contain('the end');
    await controller.again();
    expect(await namesOf('failed')).to.have.length(1);
    await setBuilder(RUN_IMAGE, 'registry.example/builder:2');
    await finish(await builds('failed', 2, 'BUILDPACK'), 'True');
    await reports('failed', 'UpToDate');
  });

  it('keeps as many Builds as the history limits say, and never uses a number again', async () => {
    await createBuilt('history', { successBuildHistoryLimit: 1, failedBuildHistoryLimit: 1 });
    for (const [number, succeeded] of [
      [2, 'False'],
      [3, 'False'],
      [4, 'True'],
    ] as const) {
      await resolve('history', commit(number));
      await finish(await builds('history', number, 'COMMIT'), succeeded);
      await reports('history', succeeded === 'True' ? 'UpToDate' : 'BuildFailed');
    }
    await soon('two Builds', async () => (await namesOf('history')).length === 2);
    expect(await namesOf('history')).to.deep.equal(['history-build-3', 'history-build-4']);
    for (const name of await namesOf('history')) await cluster.client.delete(named('Build', name));
    await finish(await builds('history', 5, 'CONFIG'), 'True');
    await reports('history', 'UpToDate');
  });

  it('mounts its claim, builds without a claim that is going away, and says so if a claim cannot grow', async () => {
    await createBuilt('cached', { cache: { volume: { size: '1Gi' } } });
    const volume = async (number: number): Promise<unknown> =>
      objectAt(objectAt(await get(named('Build', `cached-build-${number}`)), 'spec'), 'cache')['volume'];
    const cacheReady = async (): Promise<unknown> =>
      objectsAt(objectAt(await get(image('cached')), 'status'), 'conditions').find(
        ({ type }) => type === 'CacheReady',
      )?.['status'];
    const claimName = cacheClaimName({ metadata: { name: 'cached' } });
    expect(await volume(1)).to.deep.equal({ persistentVolumeClaimName: claimName });
    // Nothing binds the claim, so the API server refuses to change its size.
    await patch(image('cached'), { spec: { cache: { volume: { size: '2Gi' } } } });
    await soon('CacheReady is False', async () => (await cacheReady()) === 'False');
    const claim = inNamespace('v1', 'PersistentVolumeClaim', claimName);
    await patch(claim, { metadata: { finalizers: ['example.com/hold'] } });
    await cluster.client.send('DELETE', claimPath(claimName));
    await resolve('cached', commit(2));
    await finish(await builds('cached', 2, 'COMMIT'), 'True');
    expect(await volume(2)).to.equal(undefined);
    await soon('CacheReady is False', async () => (await cacheReady()) === 'False');
    await patch(claim, { metadata: { finalizers: null } });
    await soon('CacheReady is gone', async () => (await cacheReady()) === undefined);
    expect(objectAt(await get(claim), 'metadata')).not.to.have.property('deletionTimestamp');
  });

  it('says that two Images have one tag, until one of them is deleted', async () => {
    const tag = 'registry.example/shared';
    await createBuilt('left', { tag });
    await createBuilt('right', { tag });
    for (const name of ['left', 'right']) {
      await soon(name, async () => (await conditionOf(name, 'TagUnique'))['reason'] === 'TagShared');
    }
    await cluster.client.delete(image('right'));
    await soon('the end of the condition', async () => !('type' in (await conditionOf('left', 'TagUnique'))));
  });

  it('leaves a deleted Image to garbage collection, and starts again for the next Image of the name', async () => {
    await createBuilt('deleted');
    // The API server shows a write before the controller has its response.
    await controller.settled();
    const before = controller.writes.length;
    await cluster.client.delete(image('deleted'));
    await controller.settled();
    await soon('the Builds are gone', async () => (await namesOf('deleted')).length === 0);
    const resolver = named('SourceResolver', 'deleted-source');
    await soon('the SourceResolver is gone', async () => (await cluster.client.get(resolver)) === undefined);
    expect(controller.writes.slice(before)).to.deep.equal([]);
    await create('deleted');
    await resolve('deleted', commit(1));
    await finish(await builds('deleted', 1, 'CONFIG'), 'True');
    await reports('deleted', 'UpToDate');
  });

  it('goes on after a kill behind each write, and builds nothing twice', async () => {
    const spec = { successBuildHistoryLimit: 1, cache: { volume: { size: '1Gi' } } };
    for (let kill = 1; kill <= 8; kill += 1) {
      const name = `killed-${kill}`;
      await controller.stop();
      await start(kill);
      await create(name, spec);
      const survives = async (isSo: () => Promise<boolean>): Promise<void> =>
        soon(`${name} goes on`, async () => {
          if (controller.isKilled()) {
            await controller.stop();
            await start();
          }
          return isSo();
        });
      for (const number of [1, 2]) {
        const build = named('Build', `${name}-build-${number}`);
        await survives(async () => (await cluster.client.get(named('SourceResolver', `${name}-source`))) !== undefined);
        await resolve(name, commit(number));
        await survives(async () => (await cluster.client.get(build)) !== undefined);
        await survives(async () => (await ready(name))['reason'] === 'BuildRunning');
        await finish(build.metadata.name, 'True');
        await survives(async () => (await ready(name))['reason'] === 'UpToDate');
      }
      await survives(async () => (await namesOf(name)).length === 1);
      expect(await namesOf(name), `killed after write ${kill}`).to.deep.equal([`${name}-build-2`]);
      expect(objectAt(await get(image(name)), 'status'), name).to.include({ buildCounter: 2 });
    }
  });

  // Every Image of the namespace gets a Build, so this test is the last one.
  it('builds after a change of the stack', async () => {
    await createBuilt('stack');
    await setBuilder(NEW_RUN_IMAGE, 'registry.example/builder:3');
    const { spec } = (await get(named('Build', await builds('stack', 2, 'STACK')))) as { readonly spec: JsonObject };
    expect(objectAt(spec, 'runImage')['image']).to.equal(NEW_RUN_IMAGE);
    expect(objectAt(spec, 'lastBuild')['stackId']).to.equal('io.example.stack');
  });
});

const SPEC = {
  builder: { kind: 'ClusterBuilder', name: BUILDER },
  serviceAccountName: 'default',
  source: { git: { url: 'https://git.example/app', revision: 'main' } },
};

const BUILDER_SPEC = {
  tag: 'registry.example/builder',
  stack: { kind: 'ClusterStack', name: 'base' },
  store: { kind: 'ClusterStore', name: 'base' },
  order: [{ group: [{ id: 'example/java' }] }],
  serviceAccountRef: { name: 'default', namespace: NAMESPACE },
};

function image(name: string): KubernetesObject {
  return named('Image', name);
}

function clusterBuilder(): KubernetesObject {
  return { apiVersion: 'kpack.io/v1alpha2', kind: 'ClusterBuilder', metadata: { name: BUILDER } };
}

function named(kind: string, name?: string): KubernetesObject {
  const metadata = { namespace: NAMESPACE, ...(name !== undefined && { name }) };
  return { apiVersion: 'kpack.io/v1alpha2', kind, metadata } as KubernetesObject;
}

function inNamespace(apiVersion: string, kind: string, name: string): KubernetesObject {
  return { apiVersion, kind, metadata: { name, namespace: NAMESPACE } };
}

function claimPath(name: string): string {
  return `/api/v1/namespaces/${NAMESPACE}/persistentvolumeclaims/${name}`;
}

function nameOf(object: JsonObject): string {
  return textAt(objectAt(object, 'metadata'), 'name') ?? '';
}

function labelOf(object: JsonObject, label: string): string | undefined {
  return textAt(objectAt(objectAt(object, 'metadata'), 'labels'), label);
}

async function soon(what: string, isSo: () => Promise<boolean>): Promise<void> {
  await until(what, async () => ((await isSo()) ? true : undefined), { seconds: 90 });
}
