import { expect } from 'chai';
import type { BuildLimits } from '../../../../src/core/build-queue/next-in-turn.ts';
import { objectAt, objectsAt } from '../../../support/json-field.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import type { Cluster } from '../../../cluster/cluster.ts';
import type { KubernetesObject } from '../../../cluster/kubernetes/object.ts';
import { until } from '../../../cluster/processes/until.ts';
import { kpackCluster, kpackPath } from '../../crds/kpack-cluster.ts';
import { runImages, type RunningImages } from './running-images.ts';
import { watchBuilds, type WatchedBuild, type WatchedBuilds } from './watched-builds.ts';

const NAMESPACES = ['storm-a', 'storm-b', 'storm-c'];
const IMAGES_EACH = 20;
const LIMITS: BuildLimits = { namespace: 5, cluster: 8 };
const BUILDER = 'storm-base';
const TIME = '2026-01-01T00:00:00Z';
const MERGE = 'application/merge-patch+json';
/** Builds that people create here, and that never get a Pod, are more than all limits. */
const STUCK_NAMESPACE = 'storm-stuck';
const STUCK_BUILDS = 12;
const STACKS = ['a', 'b'].map((digit) => `registry.example/run@sha256:${digit.repeat(64)}`);

const commit = (digit: number): string => `${digit}`.repeat(40);

// The test plays the controllers of builders, SourceResolvers and Builds: it writes their statuses.
describe('a storm of Builds under limits', function () {
  this.timeout(900_000);
  let cluster: Cluster;
  let controller: RunningImages;
  let builds: WatchedBuilds;
  let stack = STACKS[0];
  const withPod = new Set<string>();
  /** The kills of the process, each after a number of writes. */
  const kills: number[] = [];

  const start = async (): Promise<void> => {
    controller = await runImages(cluster.kubeconfig, [...NAMESPACES, STUCK_NAMESPACE], {
      writesUntilKilled: kills.shift(),
      limits: LIMITS,
    });
  };
  /** Waits, and starts the next process if one was killed. */
  const soon = async (what: string, isSo: () => Promise<boolean> | boolean): Promise<void> => {
    const looked = async (): Promise<true | undefined> => {
      if (controller.isKilled()) {
        await controller.stop();
        await start();
      }
      await createPods();
      return (await isSo()) ? true : undefined;
    };
    await until(what, looked, { seconds: 240 });
  };
  /** Gives a Pod to each Build of an Image. */
  const createPods = async (): Promise<void> => {
    for (const { namespace, name } of builds.unfinished()) {
      if (withPod.has(`${namespace}/${name}`)) continue;
      withPod.add(`${namespace}/${name}`);
      await patchStatus(named('Build', namespace, name), { podName: `${name}-build-pod` });
    }
  };
  const patchStatus = async (object: KubernetesObject, status: object): Promise<void> => {
    await cluster.client.send('PATCH', `${kpackPath(object)}/status`, { status }, MERGE);
  };
  const resolve = async (namespace: string, name: string, revision: string): Promise<void> => {
    const resolver = named('SourceResolver', namespace, `${name}-source`);
    await soon(`the SourceResolver of ${name}`, async () => (await cluster.client.get(resolver)) !== undefined);
    const source = { git: { url: 'https://git.example/app', revision, type: 'Branch' } };
    const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: TIME }];
    await patchStatus(resolver, { observedGeneration: 1, conditions, source });
  };
  const setStack = async (runImage: string | undefined): Promise<void> => {
    stack = runImage;
    await patchStatus(named('ClusterBuilder', undefined, BUILDER), {
      observedGeneration: 1,
      conditions: ['Ready', 'UpToDate'].map((type) => ({ type, status: 'True', lastTransitionTime: TIME })),
      builderMetadata: [{ id: 'example/java', version: '1.0.0' }],
      stack: { id: 'io.example.stack', runImage },
      lifecycle: { version: '0.20.12' },
      latestImage: 'registry.example/builder:1',
    });
  };
  /** Lets the oldest unfinished Build succeed. */
  const finishOldest = async (): Promise<void> => {
    const [oldest] = builds.unfinished();
    if (oldest === undefined) return;
    await patchStatus(named('Build', oldest.namespace, oldest.name), {
      conditions: [{ type: 'Succeeded', status: 'True', lastTransitionTime: TIME }],
      buildMetadata: [{ id: 'example/java', version: '1.0.0' }],
      lifecycleVersion: '0.20.12',
      latestImage: `registry.example/app@sha256:${'f'.repeat(64)}`,
      stack: { id: 'io.example.stack', runImage: stack },
    });
    await soon(`${oldest.name} is finished`, () => !builds.unfinished().includes(oldest));
  };
  const conditionsOf = async (namespace: string): Promise<readonly (readonly JsonObject[])[]> => {
    const list = (await cluster.client.send('GET', kpackPath(named('Image', namespace)))) as JsonObject;
    return objectsAt(list, 'items').map((image) => objectsAt(objectAt(image, 'status'), 'conditions'));
  };
  const countOf = async (reason: string): Promise<number> => {
    const all = (await Promise.all(NAMESPACES.map(conditionsOf))).flat();
    return all.filter((conditions) => conditions.some((one) => one['type'] === 'Ready' && one['reason'] === reason))
      .length;
  };
  const created = (number: number): readonly WatchedBuild[] =>
    builds.created.filter((build) => build.number === number);
  const finishAll = async (number: number): Promise<void> =>
    soon(`all Builds with the number ${number}`, async () => {
      await finishOldest();
      return created(number).length === NAMESPACES.length * IMAGES_EACH && builds.unfinished().length === 0;
    });

  before(async function () {
    this.timeout(1_800_000);
    cluster = await kpackCluster();
    const builder = named('ClusterBuilder', undefined, BUILDER);
    await cluster.client.create({ ...builder, spec: BUILDER_SPEC } as KubernetesObject);
    await setStack(stack);
    for (const name of NAMESPACES) {
      await cluster.client.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    }
    await cluster.client.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: STUCK_NAMESPACE } });
    for (let index = 0; index < STUCK_BUILDS; index += 1) {
      const stuck = named('Build', STUCK_NAMESPACE, `stuck-${index}`);
      await cluster.client.create({ ...stuck, spec: STUCK_SPEC } as KubernetesObject);
    }
    builds = await watchBuilds(cluster.kubeconfig, NAMESPACES);
    await start();
  });
  after(async () => {
    await controller?.stop();
    await builds?.close();
    await cluster?.client.delete(named('ClusterBuilder', undefined, BUILDER));
    for (const name of [...NAMESPACES, STUCK_NAMESPACE]) {
      await cluster?.client.delete({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    }
  });

  it('builds all new Images, never more at once than the limits', async () => {
    for (const namespace of NAMESPACES) {
      for (let index = 0; index < IMAGES_EACH; index += 1) {
        const name = `app-${index}`;
        await cluster.client.create({ ...named('Image', namespace, name), spec: SPEC } as KubernetesObject);
        await resolve(namespace, name, commit(1));
      }
    }
    await finishAll(1);
    await soon('all Images are ready', async () => (await countOf('UpToDate')) === NAMESPACES.length * IMAGES_EACH);
    expect(builds.most).to.deep.equal(LIMITS);
  });

  it('builds all of them after a change of the stack, one namespace after the other, whatever process leads', async () => {
    // Each process is killed at another point: while Images join the queue, and while Builds run.
    kills.push(30, 17, 40);
    await controller.stop();
    await start();
    await setStack(STACKS[1]);
    const waiting = NAMESPACES.length * IMAGES_EACH - LIMITS.cluster;
    await soon('all other Images wait', async () => (await countOf('Queued')) === waiting);
    expect(created(2)).to.have.length(LIMITS.cluster);

    for (let finished = 0; finished < 12; finished += 1) await finishOldest();
    await soon('the next Builds', () => builds.unfinished().length === LIMITS.cluster);
    await soon('all other Images wait', async () => (await countOf('Queued')) === waiting - 12);
    const last = await urgentImage();
    await resolve(last.namespace, last.image, commit(2));
    await soon('a person caused the Build', async () => (await causesOf(last.namespace)).includes('CausedByPeople'));
    const ofNamespace = (): readonly WatchedBuild[] =>
      created(2).filter(({ namespace }) => namespace === last.namespace);
    const before = ofNamespace().length;
    await soon('the turn of the namespace', async () => {
      if (ofNamespace().length === before) await finishOldest();
      return ofNamespace().length > before;
    });
    const next = ofNamespace()[before];
    expect(next).to.include({ ...last, reason: 'COMMIT,STACK' });
    const build = (await cluster.client.get(named('Build', last.namespace, next?.name))) as {
      spec?: JsonObject;
    };
    expect(objectAt(objectAt(build.spec ?? {}, 'source'), 'git')['revision']).to.equal(commit(2));

    await finishAll(2);
    await soon('all Images are ready', async () => (await countOf('UpToDate')) === NAMESPACES.length * IMAGES_EACH);
    expect(kills, 'every process was killed').to.deep.equal([]);
    expect(new Set(created(2).map(({ namespace, image }) => `${namespace}/${image}`)).size).to.equal(created(2).length);
    expect(builds.created.filter(({ number }) => number > 2)).to.deep.equal([]);
    expect(builds.most).to.deep.equal(LIMITS);
    // All Builds that exist when a namespace has its turn end before its turn comes again, and one Build of people can come first.
    expect(longestWait(created(2).map(({ namespace }) => namespace))).to.be.at.most(LIMITS.cluster + 1);
  });

  /** Returns an Image of the last namespace that waits. */
  async function urgentImage(): Promise<{ readonly namespace: string; readonly image: string }> {
    const namespace = NAMESPACES.at(-1) ?? '';
    const built = new Set(
      created(2)
        .filter((build) => build.namespace === namespace)
        .map(({ image }) => image),
    );
    const names = Array.from({ length: IMAGES_EACH }, (_, index) => `app-${index}`);
    const image = names.toSorted().findLast((name) => !built.has(name));
    if (image === undefined) throw new Error(`nothing waits in ${namespace}`);
    return { namespace, image };
  }

  async function causesOf(namespace: string): Promise<readonly unknown[]> {
    const all = (await conditionsOf(namespace)).flat();
    return all.filter(({ type }) => type === 'Queued').map(({ reason }) => reason);
  }
});

/** Returns the most Builds of other namespaces in a row that were created while a namespace had Builds that waited. */
function longestWait(namespaces: readonly string[]): number {
  const waits = NAMESPACES.map((name) => {
    const turns = [...namespaces.keys()].filter((index) => namespaces[index] === name);
    return Math.max(...turns.map((turn, index) => turn - (turns[index - 1] ?? -1) - 1));
  });
  return Math.max(...waits);
}

const SPEC = {
  tag: 'registry.example/app',
  builder: { kind: 'ClusterBuilder', name: BUILDER },
  serviceAccountName: 'default',
  source: { git: { url: 'https://git.example/app', revision: 'main' } },
};

const STUCK_SPEC = {
  tags: ['registry.example/stuck'],
  builder: { image: 'registry.example/builder:1' },
  serviceAccountName: 'default',
  source: { git: { url: 'https://git.example/app', revision: 'main' } },
};

const BUILDER_SPEC = {
  tag: 'registry.example/builder',
  stack: { kind: 'ClusterStack', name: 'base' },
  store: { kind: 'ClusterStore', name: 'base' },
  order: [{ group: [{ id: 'example/java' }] }],
  serviceAccountRef: { name: 'default', namespace: 'default' },
};

function named(kind: string, namespace: string | undefined, name?: string): KubernetesObject {
  const metadata = { ...(namespace !== undefined && { namespace }), ...(name !== undefined && { name }) };
  return { apiVersion: 'kpack.io/v1alpha2', kind, metadata } as KubernetesObject;
}
