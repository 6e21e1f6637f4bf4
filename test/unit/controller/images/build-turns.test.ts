import { expect } from 'chai';
import type { BuildLimits } from '../../../../src/core/build-queue/next-in-turn.ts';
import { imageController } from '../../../../src/controller/images/image-controller.ts';
import type { Controller } from '../../../../src/controller/kit/start-controller.ts';
import type { KubeObject } from '../../../../src/clients/kube/client/kube-object.ts';
import { objectAt, objectsAt } from '../../../support/json-field.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import type { Outcome } from '../../../../src/core/runtime/controller.ts';
import {
  COMMIT,
  NEW_RUN_IMAGE,
  OLD_COMMIT,
  someBuilder,
  someImage,
  someResolver,
} from '../../kpack-images/some-world.ts';
import { fakeApiServer, type FakeApiServer } from './fake-api-server.ts';

const START_MS = Date.UTC(2026, 2, 4, 12);
const START = '2026-03-04T12:00:00Z';
const HOUR_MS = 3_600_000;

describe('the controller of Images under a limit', () => {
  let server: FakeApiServer;
  let controller: Controller;
  let nowMs: number;
  /** The time of the monotonic clock. */
  let elapsedMs: number;
  let first: string[];
  let events: string[];
  let waiting: () => readonly unknown[];
  const end = new AbortController();

  const start = async (limits: Partial<BuildLimits>): Promise<void> => {
    const called: string[] = [];
    first = called;
    controller = imageController({
      caches: server.caches(),
      client: server.client(),
      workers: 1,
      usesPriorityClasses: false,
      limits: { cluster: Infinity, namespace: Infinity, ...limits },
      setWaiting: (list) => {
        waiting = list;
      },
      clock: { now: () => nowMs, elapsed: () => elapsedMs },
      recordEvent: ({ reason }) => void events.push(reason),
    });
    await controller.watch((key, priority) => void (priority === 'high' && called.push(key)));
  };
  const reconcile = async (name: string): Promise<Outcome> => controller.reconcile(`apps/${name}`, end.signal);
  const status = (name: string): JsonObject => objectAt(server.get('images', `apps/${name}`) as KubeObject, 'status');
  const condition = (name: string, type: string): JsonObject =>
    objectsAt(status(name), 'conditions').find((one) => one['type'] === type) ?? {};
  const builds = (): readonly string[] => server.list('builds').map(({ metadata }) => metadata.name);
  const change = (plural: string, key: string, field: string, fields: JsonObject): void => {
    const object = server.get(plural, key) as KubeObject;
    server.put(plural, { ...object, [field]: { ...objectAt(object, field), ...fields } });
  };
  const finish = (name: string): void =>
    change('builds', `apps/${name}`, 'status', {
      conditions: [{ type: 'Succeeded', status: 'True' }],
      lifecycleVersion: '0.20.12',
      stack: objectAt(objectAt(someBuilder(), 'status'), 'stack'),
    });
  /** Creates an Image with a resolved source. */
  const create = (name: string): void => {
    server.put('images', someImage({}, { name, uid: `uid-of-${name}` }));
    resolve(name, OLD_COMMIT);
  };
  const resolve = (name: string, revision: string): void => {
    const { metadata, ...resolver } = someResolver({
      source: { git: { url: 'https://git.example/web', revision, type: 'Branch' } },
    });
    const [owner = {}] = objectsAt(metadata as JsonObject, 'ownerReferences');
    const ownerReferences = [{ ...owner, name, uid: `uid-of-${name}` }];
    server.put('sourceresolvers', {
      ...resolver,
      metadata: { name: `${name}-source`, namespace: 'apps', ownerReferences },
    });
  };
  /** Creates a Build without an Image. The name of its Pod is empty if it gets none. */
  const byHand = (name: string, podName = `${name}-build-pod`): void =>
    server.put('builds', {
      apiVersion: 'kpack.io/v1alpha2',
      kind: 'Build',
      metadata: { name, namespace: 'apps' },
      spec: {},
      ...(podName !== '' && { status: { podName } }),
    });

  beforeEach(() => {
    server = fakeApiServer();
    server.put('clusterbuilders', someBuilder());
    [nowMs, elapsedMs, events] = [START_MS, 0, []];
  });

  it('says in the status of the Image what its Build waits for, and creates none', async () => {
    byHand('mine');
    create('web');
    await start({ namespace: 1 });
    expect(await reconcile('web')).to.deep.equal({ kind: 'done' });
    expect(builds()).to.deep.equal(['mine']);
    const message = "Build 'web-build-1' (CONFIG) waits until namespace 'apps' runs no other Build";
    expect(condition('web', 'Ready')).to.include({ status: 'Unknown', reason: 'Queued', message });
    expect(condition('web', 'Queued')).to.include({
      status: 'True',
      reason: 'CausedByPeople',
      lastTransitionTime: START,
    });
    expect(status('web')).to.include({ observedGeneration: 2 });
    expect(status('web')).not.to.have.any.keys('latestBuildRef', 'latestBuildImageGeneration', 'buildCounter');
    expect(waiting()).to.have.length(1);
    expect(events).not.to.include('Queued');
  });

  it('creates the Build of the newest commit as soon as another Build has finished', async () => {
    byHand('mine');
    create('web');
    await start({ cluster: 1 });
    await reconcile('web');
    expect(condition('web', 'Ready')['message']).to.contain('until the cluster runs no other Build');
    resolve('web', COMMIT);
    nowMs += 60_000;
    await reconcile('web');
    expect(condition('web', 'Queued')).to.include({ lastTransitionTime: START });
    expect(first).to.deep.equal([]);
    finish('mine');
    expect(first).to.deep.equal(['apps/web']);
    await reconcile('web');
    const build = server.get('builds', 'apps/web-build-1') as KubeObject;
    expect(objectAt(objectAt(objectAt(build, 'spec'), 'source'), 'git')['revision']).to.equal(COMMIT);
    expect(condition('web', 'Ready')).to.include({ status: 'Unknown', reason: 'BuildRunning' });
    expect(condition('web', 'Queued')).to.deep.equal({});
    expect(waiting()).to.deep.equal([]);
  });

  it('counts its own Build before its cache has seen it', async () => {
    create('api');
    create('web');
    await start({ namespace: 1 });
    server.lagging.add('builds');
    expect(await reconcile('api')).to.include({ kind: 'requeue' });
    await reconcile('web');
    expect(builds()).to.deep.equal(['api-build-1']);
    server.catchUp();
    expect(first).to.deep.equal([]);
    finish('api-build-1');
    expect(first).to.deep.equal(['apps/web']);
  });

  it('counts no Build that people create by hand until it has a Pod', async () => {
    for (let index = 0; index < 50; index += 1) byHand(`stuck-${index}`, '');
    byHand('labelled', '');
    change('builds', 'apps/labelled', 'metadata', { labels: { 'image.kpack.io/image': 'nothing' } });
    for (const name of ['api', 'web', 'shop']) create(name);
    await start({ cluster: 2, namespace: 2 });
    change('builds', 'apps/labelled', 'metadata', { annotations: { touched: 'x' } });
    change('builds', 'apps/stuck-1', 'status', { podName: 'late' });
    for (const name of ['api', 'web']) await reconcile(name);
    expect(builds().filter((name) => name.includes('-build-'))).to.deep.equal(['api-build-1']);
    expect(condition('web', 'Ready')['message']).to.contain('runs fewer than 2 Builds');
    change('builds', 'apps/stuck-1', 'status', { conditions: [{ type: 'Succeeded', status: 'False' }] });
    expect(first).to.deep.equal(['apps/web']);
  });

  it('gives the place of a Build that gets no Pod to another one after two minutes, also after a change of the leader', async () => {
    for (const name of ['api', 'web']) create(name);
    await start({ namespace: 1 });
    for (const name of ['api', 'web']) await reconcile(name);
    expect(await reconcile('api')).to.deep.equal({ kind: 'requeue', afterMs: 120_000 });
    // Each process has its own clock, so the time begins again.
    [nowMs, elapsedMs] = [nowMs + HOUR_MS, 5_000_000];
    await start({ namespace: 1 });
    expect(await reconcile('api')).to.deep.equal({ kind: 'requeue', afterMs: 120_000 });
    expect(first).to.deep.equal([]);
    elapsedMs += 120_000;
    await reconcile('api');
    expect(first).to.deep.equal(['apps/web']);
  });

  it('gives the place of a lost Build of a deleted Image to another one, without a change of any object', async () => {
    for (const name of ['api', 'web']) create(name);
    await start({ namespace: 1 });
    server.refusals.set('create builds', 'TIMED_OUT');
    await reconcile('api').catch(() => undefined);
    server.refusals.clear();
    await reconcile('web');
    server.remove('images', 'apps/api');
    expect(await reconcile('api')).to.deep.equal({ kind: 'requeue', afterMs: 120_000 });
  });

  it('counts a Build that may exist for two minutes, also if the clock is set meanwhile', async () => {
    create('api');
    create('web');
    await start({ namespace: 1 });
    server.refusals.set('create builds', 'TIMED_OUT');
    await reconcile('api').catch(() => undefined);
    server.refusals.clear();
    server.remove('images', 'apps/api');
    for (const setByMs of [HOUR_MS, -2 * HOUR_MS]) {
      nowMs += setByMs;
      for (const name of ['api', 'web']) await reconcile(name);
      expect(condition('web', 'Ready'), `${setByMs}`).to.include({ reason: 'Queued' });
    }
    elapsedMs += 120_000;
    await reconcile('api');
    expect(first).to.deep.equal(['apps/web']);
  });

  it('counts the Build of an earlier process that its cache has not seen', async () => {
    create('api');
    create('web');
    await start({ namespace: 1 });
    const late = controller;
    server.lagging.add('builds');
    await start({ namespace: 1 });
    await reconcile('api');
    controller = late;
    await reconcile('api');
    await reconcile('web');
    expect(builds()).to.deep.equal(['api-build-1']);
  });

  it('gives the turn to the next Image if the API server refuses a Build, or an Image is deleted', async () => {
    create('api');
    create('web');
    create('shop');
    byHand('mine');
    await start({ namespace: 1 });
    for (const name of ['api', 'web', 'shop']) await reconcile(name);
    finish('mine');
    expect(first).to.deep.equal(['apps/api']);
    server.remove('images', 'apps/api');
    await reconcile('api');
    expect(first).to.deep.equal(['apps/api', 'apps/shop']);
    server.refusals.set('create builds', 'FORBIDDEN');
    expect((await reconcile('shop')).kind).to.equal('failed');
    expect(first).to.deep.equal(['apps/api', 'apps/shop', 'apps/web']);
    server.refusals.set('create builds', 'TIMED_OUT');
    await reconcile('web').catch(() => undefined);
    server.refusals.clear();
    // The API server may have created the Build of web.
    await reconcile('shop');
    expect(condition('shop', 'Ready')).to.include({ reason: 'Queued' });
    await reconcile('web');
    expect(condition('web', 'Ready')).to.include({ reason: 'BuildRunning' });
  });

  it('does not keep the turn of an Image whose reconcile fails', async () => {
    create('api');
    create('web');
    byHand('mine');
    await start({ namespace: 1 });
    for (const name of ['api', 'web']) await reconcile(name);
    finish('mine');
    change('images', 'apps/api', 'metadata', { labels: { team: 'other' } });
    server.refusals.set('patch sourceresolvers', 'UNAVAILABLE');
    await reconcile('api').catch(() => undefined);
    expect(first).to.deep.equal(['apps/api', 'apps/web']);
  });

  it('keeps the turn of an Image that waits and whose reconcile fails', async () => {
    create('b-early');
    create('a-late');
    byHand('mine');
    await start({ namespace: 1 });
    await reconcile('b-early');
    nowMs += 5_000;
    await reconcile('a-late');
    change('images', 'apps/b-early', 'metadata', { labels: { team: 'other' } });
    server.refusals.set('patch sourceresolvers', 'UNAVAILABLE');
    await reconcile('b-early').catch(() => undefined);
    expect(waiting()).to.have.length(1);
    server.refusals.clear();
    await reconcile('b-early');
    finish('mine');
    expect(first).to.deep.equal(['apps/b-early']);
  });

  it('continues the queue of the previous process: people first, then the Image that has waited longest', async () => {
    byHand('mine');
    // After four Builds of people, the next Build of people has precedence again.
    const names = ['a-late', 'b-early', 'c-people', 'd-done'];
    names.forEach(create);
    await start({ namespace: 10 });
    for (const name of names) {
      await reconcile(name);
      finish(`${name}-build-1`);
      await reconcile(name);
    }
    await start({ namespace: 1 });
    const { stack } = objectAt(someBuilder({ stack: { id: 'io.example.stack', runImage: NEW_RUN_IMAGE } }), 'status');
    change('clusterbuilders', 'base', 'status', { stack: stack ?? {} });
    resolve('c-people', COMMIT);
    for (const name of ['b-early', 'a-late', 'c-people']) {
      nowMs += 5_000;
      await reconcile(name);
    }
    expect(condition('b-early', 'Queued')).to.include({ reason: 'CausedByBuilder' });
    expect(condition('c-people', 'Queued')).to.include({ reason: 'CausedByPeople' });
    await start({ namespace: 1 });
    expect(first).to.deep.equal([]);
    const turns: string[] = [];
    finish('mine');
    for (let build = 0; build < 3; build += 1) {
      const [, name = ''] = (first.shift() ?? '').split('/');
      turns.push(name);
      await reconcile(name);
      expect(condition(name, 'Ready')).to.include({ reason: 'BuildRunning' });
      finish(`${name}-build-2`);
    }
    expect(turns).to.deep.equal(['c-people', 'b-early', 'a-late']);
  });
});
