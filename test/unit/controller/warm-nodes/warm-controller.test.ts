import { expect } from 'chai';
import type { ClusterBuilder } from '../../../../src/core/api/kpack/cluster-builder.ts';
import { warmController, type WarmControllerOptions } from '../../../../src/controller/warm-nodes/warm-controller.ts';
import type { WantedImages } from '../../../../src/controller/warm-nodes/wanted-images.ts';
import type { KubeObject } from '../../../../src/clients/kube/client/kube-object.ts';
import { KubeError } from '../../../../src/clients/kube/kube-error.ts';
import { objectAt, objectsAt } from '../../../support/json-field.ts';
import type { Outcome } from '../../../../src/core/runtime/controller.ts';
import { VirtualClock } from '../../../support/virtual-clock.ts';
import { cachedObjects } from '../kit/cached-objects.ts';
import { IMAGE_SETTINGS, pinnedImage, readyBuilder } from './ready-builder.ts';

const OBJECTS = { daemonSet: { namespace: 'taskpack', name: 'warm' }, serviceAccount: 'puller', priorityClass: 'low' };
const EVERYWHERE = { nodeSelector: {}, taints: [] };
const RESYNC: Outcome = { kind: 'requeue', afterMs: 600_000 };

function found(object: KubeObject | undefined, what: string): KubeObject {
  if (object === undefined) throw new KubeError('NOT_FOUND', what, 'not found');
  return object;
}

/** A cluster with or without the overlay, and the requests that the controller sends. */
function world(settings: Partial<WarmControllerOptions['settings']>) {
  const clock = new VirtualClock();
  const clusterBuilders = cachedObjects<ClusterBuilder>(readyBuilder('base', 2024));
  const state: { account?: KubeObject; stored?: KubeObject } = {
    account: { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'puller', uid: '0b1e' } },
  };
  const requests: string[] = [];
  const client: WarmControllerOptions['client'] = {
    get: async ({ kind }, { namespace, name }) => {
      expect(namespace).to.equal('taskpack');
      return kind === 'ServiceAccount'
        ? found(name === 'puller' ? state.account : undefined, 'get')
        : found(state.stored, 'get');
    },
    apply: async (_, object) => {
      requests.push(`apply ${imagesOf(object).join(' ')}`);
      state.stored = object;
      return object;
    },
    delete: async (_, { name }) => {
      requests.push(`delete ${name}`);
      found(state.stored, 'delete');
      delete state.stored;
    },
  };
  const all = { ...IMAGE_SETTINGS, lifecycleImages: {}, ...settings };
  const written: WantedImages[] = [];
  const start = () =>
    warmController({
      clusterBuilders,
      client,
      clock,
      objects: OBJECTS,
      settings: all,
      onWritten: (images) => void written.push(images),
    });
  const reconcile = async (controller = start()) => controller.reconcile('warm', new AbortController().signal);
  return { clock, clusterBuilders, state, requests, written, start, reconcile };
}

function imagesOf(object: KubeObject): readonly unknown[] {
  const pod = objectAt(objectAt(objectAt(object, 'spec'), 'template'), 'spec');
  return objectsAt(pod, 'containers').map(({ image }) => image);
}

const BASE = `apply r.test/steps:1 ${pinnedImage('base', 1)} ${pinnedImage('base-run', 2)}`;

const FOREIGN: KubeObject = { apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: { ...OBJECTS.daemonSet } };
const OWN: KubeObject = {
  ...FOREIGN,
  metadata: { ...OBJECTS.daemonSet, annotations: { 'taskpack.dev/hash': '0' } },
};

describe('the controller of the DaemonSet that pulls images', () => {
  it('collects changes for five seconds, and then writes once', async () => {
    const { clock, clusterBuilders, requests, start, reconcile } = world({ warmNodes: EVERYWHERE });
    const controller = start();
    expect(await reconcile(controller)).to.deep.equal({ kind: 'requeue', afterMs: 5_000 });
    await clock.advance(4_000);
    clusterBuilders.put(readyBuilder('next', 2025, { stack: {} }));
    expect(await reconcile(controller)).to.deep.equal({ kind: 'requeue', afterMs: 1_000 });
    expect(requests).to.deep.equal([]);
    await clock.advance(1_000);
    expect(await reconcile(controller)).to.deep.equal(RESYNC);
    expect(requests).to.deep.equal([
      `apply r.test/steps:1 ${pinnedImage('next', 1)} ${pinnedImage('base', 1)} ${pinnedImage('base-run', 2)}`,
    ]);
  });

  it('writes nothing if nothing has changed, also as the next leader', async () => {
    const { clock, requests, written, start, reconcile } = world({ warmNodes: EVERYWHERE });
    const controller = start();
    await reconcile(controller);
    await clock.advance(5_000);
    await reconcile(controller);
    for (const later of [controller, start()]) {
      await clock.advance(600_000);
      expect(await reconcile(later)).to.deep.equal(RESYNC);
    }
    expect(requests).to.deep.equal([BASE]);
    expect(written.map(({ images, omitted }) => [images.length, omitted])).to.deep.equal([[3, 0]]);
  });

  it('waits for a minute between two writes', async () => {
    const { clock, clusterBuilders, requests, start, reconcile } = world({ warmNodes: EVERYWHERE });
    const controller = start();
    await reconcile(controller);
    await clock.advance(5_000);
    await reconcile(controller);
    clusterBuilders.put(readyBuilder('base', 2024, { latestImage: pinnedImage('base', 9) }));
    await clock.advance(10_000);
    expect(await reconcile(controller)).to.deep.equal({ kind: 'requeue', afterMs: 50_000 });
    await clock.advance(50_000);
    await reconcile(controller);
    expect(requests).to.deep.equal([BASE, BASE.replace(pinnedImage('base', 1), pinnedImage('base', 9))]);
  });

  it('writes nothing for a change that is taken back', async () => {
    const { clock, clusterBuilders, requests, start, reconcile } = world({ warmNodes: EVERYWHERE });
    const controller = start();
    await reconcile(controller);
    await clock.advance(5_000);
    await reconcile(controller);
    await clock.advance(100_000);
    clusterBuilders.put(readyBuilder('base', 2024, { latestImage: pinnedImage('base', 9) }));
    await reconcile(controller);
    clusterBuilders.put(readyBuilder('base', 2024));
    expect(await reconcile(controller)).to.deep.equal(RESYNC);
    expect(requests).to.deep.equal([BASE]);
    // A later change is collected for the whole time again.
    await clock.advance(100_000);
    clusterBuilders.remove(readyBuilder('base', 2024));
    expect(await reconcile(controller)).to.deep.equal({ kind: 'requeue', afterMs: 5_000 });
  });

  it('names the overlay if it is missing', async () => {
    const { state, requests, reconcile } = world({ warmNodes: EVERYWHERE });
    delete state.account;
    const outcome = await reconcile();
    expect(outcome.kind === 'failed' && String(outcome.error)).to.equal(
      'Error: WARM_NODES is true, but the ServiceAccount taskpack/puller does not exist: kubectl apply -k config/overlays/warm',
    );
    expect(requests).to.deep.equal([]);
  });

  it('without the setting, deletes the DaemonSet that is there, and succeeds if there is none', async () => {
    const { state, requests, reconcile } = world({});
    state.stored = OWN;
    expect(await reconcile()).to.deep.equal({ kind: 'done' });
    expect(state.stored).to.equal(undefined);
    expect(await reconcile()).to.deep.equal({ kind: 'done' });
    expect(requests).to.deep.equal(['delete warm']);
  });

  it('neither replaces nor deletes a DaemonSet of another program', async () => {
    for (const [settings, expected] of [
      [
        { warmNodes: EVERYWHERE },
        "Error: WARM_NODES is true, but the DaemonSet taskpack/warm is not the controller's: delete that DaemonSet",
      ],
      [{}, undefined],
    ] as const) {
      const { state, requests, reconcile } = world(settings);
      state.stored = FOREIGN;
      const outcome = await reconcile();
      expect(outcome.kind === 'failed' ? String(outcome.error) : undefined).to.equal(expected);
      expect(requests).to.deep.equal([]);
    }
  });

  it('without the setting and the overlay, sends no request that the API server would deny', async () => {
    const { state, requests, reconcile } = world({});
    delete state.account;
    expect(await reconcile()).to.deep.equal({ kind: 'done' });
    expect(requests).to.deep.equal([]);
  });

  it('reconciles for each change of a ClusterBuilder, unless the setting is off', async () => {
    for (const [settings, count] of [
      [{ warmNodes: EVERYWHERE }, 2],
      [{}, 1],
    ] as const) {
      const { clusterBuilders, start } = world(settings);
      const keys: string[] = [];
      await start().watch((key) => void keys.push(key));
      clusterBuilders.put(readyBuilder('next', 2025));
      expect(keys).to.deep.equal(Array.from({ length: count }, () => 'warm'));
    }
  });
});
