import { expect } from 'chai';
import type { BuildLimits } from '../../../../src/build-queue/next-in-turn.ts';
import { imageController } from '../../../../src/controllers/images/image-controller.ts';
import type { Controller } from '../../../../src/controllers/start-controller.ts';
import type { KubeObject } from '../../../../src/kube/client/kube-object.ts';
import { objectAt, objectsAt } from '../../../../src/model/json-field.ts';
import type { JsonObject } from '../../../../src/model/json.ts';
import type { Outcome } from '../../../../src/runtime/controller.ts';
import {
  COMMIT,
  NEW_RUN_IMAGE,
  OLD_COMMIT,
  someBuilder,
  someImage,
  someResolver,
} from '../../../integration/kpack-images/some-world.ts';
import { fakeApiServer, Killed, type FakeApiServer } from './fake-api-server.ts';

const KEY = 'apps/web';
const RESOLVER = 'apps/web-source';
const CLAIM = 'apps/web-cache';
const VOLUME = { cache: { volume: { size: '2Gi' } } };
const DONE = { kind: 'done' };

describe('the controller of Images', () => {
  let server: FakeApiServer;
  let controller: Controller;
  let events: string[];
  let reasons: string[];
  let enqueued: Set<string>;
  let limits: BuildLimits;

  const start = async (writesUntilKilled?: number): Promise<void> => {
    controller = imageController({
      caches: server.caches(),
      client: server.client(writesUntilKilled),
      workers: 1,
      usesPriorityClasses: false,
      limits,
      clock: { now: () => Date.UTC(2026, 2, 4), elapsed: () => 0 },
      recordEvent: ({ type, reason, note }) => void events.push(`${type} ${reason}: ${note}`),
      onBuildCreated: (reason) => void reasons.push(reason),
    });
    enqueued = new Set();
    await controller.watch((key) => void enqueued.add(key));
  };
  const reconcile = async (): Promise<Outcome> => controller.reconcile(KEY, new AbortController().signal);
  const image = (): KubeObject => server.get('images', KEY) as KubeObject;
  const status = (): JsonObject => objectAt(image(), 'status');
  const condition = (type: string): JsonObject =>
    objectsAt(status(), 'conditions').find((one) => one['type'] === type) ?? {};
  const builds = (): readonly string[] => server.list('builds').map(({ metadata }) => metadata.name);
  /** Writes a part of an object, as a user or another controller does. */
  const change = (plural: string, key: string, field: 'metadata' | 'spec' | 'status', fields: JsonObject): void => {
    const object = server.get(plural, key) as KubeObject;
    server.put(plural, { ...object, [field]: { ...objectAt(object, field), ...fields } });
  };
  const resolve = (revision: string): void => {
    const { status: resolved } = someResolver({
      source: { git: { url: 'https://git.example/web', revision, type: 'Branch' } },
    });
    change('sourceresolvers', RESOLVER, 'status', resolved as JsonObject);
  };
  const end = (name: string, succeeded: 'True' | 'False'): void =>
    change('builds', `apps/${name}`, 'status', {
      conditions: [{ type: 'Succeeded', status: succeeded, ...(succeeded === 'False' && { message: 'it broke' }) }],
      ...(succeeded === 'True' && {
        buildMetadata: [{ id: 'example/java', version: '1.0.0' }],
        lifecycleVersion: '0.20.12',
        latestImage: `registry.example/web@sha256:${'f'.repeat(64)}`,
        stack: objectAt(objectAt(someBuilder(), 'status'), 'stack'),
      }),
    });
  /** Lets the first Build of the Image succeed. */
  const firstBuild = async (): Promise<void> => {
    await reconcile();
    resolve(OLD_COMMIT);
    await reconcile();
    end('web-build-1', 'True');
    await reconcile();
    server.writes.length = 0;
  };

  beforeEach(async () => {
    server = fakeApiServer();
    [events, reasons] = [[], []];
    limits = { cluster: Infinity, namespace: Infinity };
    server.put('clusterbuilders', someBuilder());
    server.put('images', someImage());
    await start();
  });

  it('creates the SourceResolver, then the first Build, and reports its end', async () => {
    expect(await reconcile()).to.deep.equal(DONE);
    expect(condition('Ready')).to.include({ status: 'Unknown', reason: 'ResolverNotReady' });
    resolve(OLD_COMMIT);
    expect(await reconcile()).to.deep.equal(DONE);
    expect(condition('Ready')).to.include({ status: 'Unknown', reason: 'BuildRunning' });
    expect(status()).to.include({ latestBuildRef: 'web-build-1', latestBuildImageGeneration: 2, buildCounter: 1 });
    end('web-build-1', 'True');
    await reconcile();
    expect(condition('Ready')).to.include({ status: 'True', reason: 'UpToDate' });
    expect(server.writes).to.deep.equal([
      `create sourceresolvers ${RESOLVER}`,
      `status images ${KEY}`,
      `create builds ${KEY}-build-1`,
      `status images ${KEY}`,
      `status images ${KEY}`,
    ]);
    expect(reasons).to.deep.equal(['CONFIG']);
    expect(events).to.include('Normal BuildCreated: created Build web-build-1 (CONFIG)');
    expect(events.at(-1)).to.match(/^Normal Ready: /);
  });

  it('writes nothing if nothing changes', async () => {
    await firstBuild();
    expect(await reconcile()).to.deep.equal(DONE);
    expect(server.writes).to.deep.equal([]);
  });

  it('builds a commit with the last image as the previous one', async () => {
    await firstBuild();
    resolve(COMMIT);
    await reconcile();
    const build = server.get('builds', `${KEY}-build-2`) as KubeObject;
    expect(objectAt(build.metadata, 'annotations')).to.include({ 'image.kpack.io/reason': 'COMMIT' });
    expect(objectAt(objectAt(build, 'spec'), 'lastBuild')).to.include({
      image: `registry.example/web@sha256:${'f'.repeat(64)}`,
    });
  });

  it('builds after a change of the Image, of the stack, and after a trigger', async () => {
    await firstBuild();
    change('images', KEY, 'spec', { build: { env: [{ name: 'A', value: '1' }] } });
    await reconcile();
    end('web-build-2', 'True');
    await reconcile();
    const { metadata } = server.get('builds', `${KEY}-build-2`) as KubeObject;
    const annotations = { ...objectAt(metadata, 'annotations'), 'image.kpack.io/additionalBuildNeeded': 'x' };
    change('builds', `${KEY}-build-2`, 'metadata', { annotations });
    await reconcile();
    end('web-build-3', 'True');
    await reconcile();
    change('clusterbuilders', 'base', 'status', { stack: { id: 'io.example.stack', runImage: NEW_RUN_IMAGE } });
    await reconcile();
    expect(reasons).to.deep.equal(['CONFIG', 'CONFIG', 'TRIGGER', 'STACK']);
  });

  it('reports a failed Build, and does not repeat it', async () => {
    await reconcile();
    resolve(OLD_COMMIT);
    await reconcile();
    end('web-build-1', 'False');
    await reconcile();
    expect(condition('Ready')).to.include({ status: 'False', reason: 'BuildFailed' });
    expect(condition('Ready')['message']).to.contain('it broke');
    await reconcile();
    expect(builds()).to.deep.equal(['web-build-1']);
  });

  it('deletes the oldest Builds above the history limits by UID', async () => {
    change('images', KEY, 'spec', { successBuildHistoryLimit: 1 });
    await firstBuild();
    resolve(COMMIT);
    await reconcile();
    end('web-build-2', 'True');
    await reconcile();
    expect(builds()).to.deep.equal(['web-build-2']);
    resolve(OLD_COMMIT);
    await reconcile();
    expect(builds()).to.include('web-build-3');
  });

  it('copies the labels and the interval of polling to the SourceResolver', async () => {
    const interval = { 'taskpack.dev/poll-interval': '10m' };
    change('images', KEY, 'metadata', { annotations: { ...interval, other: 'x' }, labels: { team: 'web' } });
    await reconcile();
    const meta = (): JsonObject => (server.get('sourceresolvers', RESOLVER) as KubeObject).metadata;
    expect(meta()).to.deep.include({ annotations: interval, labels: { team: 'web' } });
    change('sourceresolvers', RESOLVER, 'metadata', { annotations: { ...interval, own: 'y' } });
    change('images', KEY, 'metadata', { annotations: {}, labels: {} });
    await reconcile();
    expect(meta()).to.deep.include({ annotations: { own: 'y' }, labels: {} });
    server.writes.length = 0;
    await reconcile();
    expect(server.writes).to.deep.equal([]);
  });

  it('writes another source into the SourceResolver, and waits until it is resolved', async () => {
    await firstBuild();
    change('images', KEY, 'spec', { source: { blob: { url: 'https://blobs.example/web.zip' } } });
    await reconcile();
    const resolver = server.get('sourceresolvers', RESOLVER) as KubeObject;
    expect(objectAt(resolver, 'spec')['source']).to.deep.equal({ blob: { url: 'https://blobs.example/web.zip' } });
    expect(condition('Ready')).to.include({ status: 'Unknown', reason: 'ResolverNotReady' });
    expect(builds()).to.deep.equal(['web-build-1']);
  });

  it('creates the claim of a cache, and mounts it', async () => {
    change('images', KEY, 'spec', VOLUME);
    await firstBuild();
    expect(server.get('persistentvolumeclaims', CLAIM)).not.to.equal(undefined);
    const build = server.get('builds', `${KEY}-build-1`) as KubeObject;
    const volume = { volume: { persistentVolumeClaimName: 'web-cache' } };
    expect(objectAt(objectAt(build, 'spec'), 'cache')).to.deep.equal(volume);
    change('images', KEY, 'spec', { cache: {} });
    await reconcile();
    expect(server.get('persistentvolumeclaims', CLAIM)).to.equal(undefined);
  });

  it('builds without a claim that the API server refuses, says so, and tries again', async () => {
    change('images', KEY, 'spec', VOLUME);
    server.refusals.set('create persistentvolumeclaims', 'FORBIDDEN');
    await reconcile();
    resolve(OLD_COMMIT);
    expect(await reconcile()).to.deep.equal({ kind: 'requeue', afterMs: 300_000 });
    const build = server.get('builds', `${KEY}-build-1`) as KubeObject;
    expect(objectAt(objectAt(build, 'spec'), 'cache')).to.deep.equal({});
    expect(condition('CacheReady')).to.include({ status: 'False', reason: 'CacheNotChanged' });
    end('web-build-1', 'True');
    server.refusals.clear();
    await reconcile();
    expect(server.get('persistentvolumeclaims', CLAIM)).not.to.equal(undefined);
    expect(condition('CacheReady')).to.deep.equal({});
  });

  it('reports a Build that the API server refuses, and tries again', async () => {
    await reconcile();
    resolve(OLD_COMMIT);
    server.refusals.set('create builds', 'FORBIDDEN');
    expect((await reconcile()).kind).to.equal('failed');
    expect(condition('Ready')).to.include({ status: 'False', reason: 'BuildNotCreated' });
    expect(status()).not.to.have.property('latestBuildRef');
    server.refusals.clear();
    await reconcile();
    expect(condition('Ready')).to.include({ reason: 'BuildRunning' });
  });

  it('reports a Build that the Image does not own under the name of its next Build', async () => {
    await reconcile();
    resolve(OLD_COMMIT);
    server.put('builds', {
      apiVersion: 'kpack.io/v1alpha2',
      kind: 'Build',
      metadata: { name: 'web-build-1', namespace: 'apps' },
      spec: {},
    });
    expect((await reconcile()).kind).to.equal('failed');
    expect(condition('Ready')['message']).to.match(/web-build-1.*does not belong to the Image: delete the Build/);
  });

  it('creates no second Build while the caches lag behind its own writes', async () => {
    await reconcile();
    resolve(OLD_COMMIT);
    for (const plural of ['builds', 'images']) server.lagging.add(plural);
    await reconcile();
    expect(await reconcile()).to.deep.equal(DONE);
    expect(builds()).to.deep.equal(['web-build-1']);
    expect(condition('Ready')).to.include({ reason: 'BuildRunning' });
  });

  it('creates no second Build while its cache lags behind those of an earlier process', async () => {
    await firstBuild();
    for (const missed of [['builds'], ['images'], ['builds', 'images']]) {
      const before = builds().length;
      await start();
      const lagging = controller;
      missed.forEach((plural) => server.lagging.add(plural));
      resolve(`${before + 4}`.repeat(40));
      // The earlier process, which sees everything.
      await start();
      await reconcile();
      expect(builds()).to.have.length(before + 1);
      controller = lagging;
      for (let attempt = 0; attempt < 3; attempt += 1) {
        await reconcile().catch(() => undefined);
        expect(builds(), missed.join()).to.have.length(before + 1);
      }
      server.catchUp();
      await reconcile();
      expect(condition('Ready')).to.include({ reason: 'BuildRunning' });
      end(`web-build-${before + 1}`, 'True');
      await start();
      await reconcile();
    }
  });

  it('never uses the number of a deleted Build, however far its caches lag behind', async () => {
    await firstBuild();
    const lagging = controller;
    for (const plural of ['builds', 'images']) server.lagging.add(plural);
    for (const [number, revision] of [
      [2, 'a'.repeat(40)],
      [3, 'b'.repeat(40)],
    ] as const) {
      // A process whose caches have everything up to its start.
      await start();
      resolve(revision);
      await reconcile();
      if (number === 2) end('web-build-2', 'True');
    }
    server.remove('builds', `${KEY}-build-2`);
    controller = lagging;
    await reconcile().catch(() => undefined);
    expect(builds()).to.deep.equal(['web-build-1', 'web-build-3']);
  });

  it('goes on after a kill behind each write', async () => {
    const script = async (writesUntilKilled?: number): Promise<readonly unknown[]> => {
      server = fakeApiServer();
      server.put('clusterbuilders', someBuilder());
      server.put('images', someImage({ ...VOLUME, successBuildHistoryLimit: 1 }));
      await start(writesUntilKilled);
      let kills = 0;
      const survive = async (): Promise<void> => {
        try {
          await reconcile();
        } catch (error) {
          if (!(error instanceof Killed)) throw error;
          kills += 1;
          await start();
          await reconcile();
        }
      };
      for (const [index, revision] of [OLD_COMMIT, COMMIT].entries()) {
        await survive();
        resolve(revision);
        await survive();
        end(`web-build-${index + 1}`, 'True');
        await survive();
      }
      expect(kills).to.equal(writesUntilKilled === undefined ? 0 : 1);
      return [builds(), status(), server.writes.filter((write) => !write.startsWith('status')).toSorted()];
    };
    const undisturbed = await script();
    expect(undisturbed[0]).to.deep.equal(['web-build-2']);
    const count = server.writes.length;
    expect(count).to.be.greaterThan(6);
    for (let kill = 1; kill <= count; kill += 1) {
      expect(await script(kill), `killed after write ${kill}`).to.deep.equal(undisturbed);
    }
  });

  it('counts a Build that does not match its schema, and its end', async () => {
    await firstBuild();
    change('builds', `${KEY}-build-1`, 'spec', { tags: 1 });
    await start();
    await reconcile();
    expect(builds()).to.deep.equal(['web-build-1', 'web-build-2']);
    change('builds', `${KEY}-build-2`, 'spec', { tags: 1 });
    resolve(COMMIT);
    await reconcile();
    expect(builds()).to.have.length(2);
  });

  it('waits for a builder, and is enqueued when it changes', async () => {
    server.remove('clusterbuilders', 'base');
    await reconcile();
    expect(condition('Ready')).to.include({ status: 'False', reason: 'BuilderNotFound' });
    enqueued.clear();
    server.put('clusterbuilders', someBuilder({}, { name: 'other' }));
    expect([...enqueued]).to.deep.equal([]);
    server.put('clusterbuilders', someBuilder());
    expect([...enqueued]).to.deep.equal([KEY]);
    await reconcile();
    expect(condition('BuilderReady')).to.include({ status: 'True' });
  });

  it('is enqueued for its SourceResolver, its claim and its Builds', async () => {
    change('images', KEY, 'spec', VOLUME);
    await firstBuild();
    for (const [plural, key] of [
      ['sourceresolvers', RESOLVER],
      ['persistentvolumeclaims', CLAIM],
      ['builds', `${KEY}-build-1`],
    ] as const) {
      enqueued.clear();
      change(plural, key, 'metadata', { annotations: { touched: 'x' } });
      expect([...enqueued], plural).to.deep.equal([KEY]);
    }
  });

  it('says that another Image has its tag, until one of the two changes', async () => {
    await firstBuild();
    enqueued.clear();
    server.put('images', someImage({}, { name: 'copy' }));
    expect([...enqueued]).to.have.members([KEY, 'apps/copy']);
    await reconcile();
    expect(condition('TagUnique')).to.include({ status: 'False', reason: 'TagShared' });
    expect(condition('TagUnique')['message']).to.match(/'web'.*'copy'/);
    expect(condition('Ready')).to.include({ reason: 'UpToDate' });
    enqueued.clear();
    change('images', 'apps/copy', 'spec', { tag: 'registry.example/copy' });
    expect([...enqueued]).to.have.members([KEY, 'apps/copy']);
    await reconcile();
    expect(condition('TagUnique')).to.deep.equal({});
  });

  it('leaves an Image alone that is being deleted or is gone', async () => {
    change('images', KEY, 'metadata', { deletionTimestamp: '2026-01-01T00:00:00Z' });
    expect(await reconcile()).to.deep.equal(DONE);
    server.remove('images', KEY);
    expect(await reconcile()).to.deep.equal(DONE);
    expect(server.writes).to.deep.equal([]);
  });

  it('reports the invalid fields of an Image', async () => {
    server.put('images', { ...someImage(), spec: 1 });
    expect(await reconcile()).to.deep.equal(DONE);
    expect(condition('Ready')).to.include({ status: 'False', reason: 'UnreadableObject' });
  });
});
