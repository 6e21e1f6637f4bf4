import { expect } from 'chai';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CLUSTER_BUILDERS } from '../../../src/controller/builders/builder-kinds.ts';
import { readableCache } from '../../../src/controller/kit/readable-cache.ts';
import { startController } from '../../../src/controller/kit/start-controller.ts';
import { warmController, type WarmControllerOptions } from '../../../src/controller/warm-nodes/warm-controller.ts';
import { CONTROLLER_NAMESPACE, WARM_NODES, WARM_PRIORITY_CLASS } from '../../../src/core/model/installation-names.ts';
import type { KubeClient } from '../../../src/clients/kube/client/kube-client.ts';
import { objectAt, objectsAt, textAt } from '../../support/json-field.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';
import { SYSTEM_CLOCK } from '../../../src/core/runtime/clock.ts';
import {
  DEFAULT_CONTROLLER_SETTINGS,
  type ControllerSettings,
} from '../../../src/core/settings/controller-settings.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { until } from '../../cluster/processes/until.ts';
import { someClusterBuilder } from '../../unit/core/builders/some-world.ts';
import { makeActivity } from '../controllers/activity.ts';
import { rememberKeys } from '../controllers/remembered-keys.ts';
import { kpackCluster, kpackPath } from '../crds/kpack-cluster.ts';
import { kubectlOutput } from '../crds/kubectl.ts';
import { connected } from '../kube/connected.ts';
import { accountKubeconfig } from './installed-cluster.ts';

const IMAGES = { ...DEFAULT_CONTROLLER_SETTINGS.images, steps: 'r.test/steps:1' };

const DAEMON_SET = {
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  metadata: { namespace: CONTROLLER_NAMESPACE, name: WARM_NODES },
};
const OVERLAY = ['-k', 'config/overlays/warm'];
const RIGHTS = ['-f', 'config/100-namespace.yaml', '-f', 'config/200-rbac.yaml'];
const ON = { warmNodes: { nodeSelector: {}, taints: [] } };
const TIMES = { collectMs: 300, intervalMs: 600, resyncMs: 600_000 };
const MERGE = 'application/merge-patch+json';

describe('the DaemonSet that pulls images, with config/overlays/warm and the rights of the controller', function () {
  this.timeout(120_000);
  const builders = ['warm-one', 'warm-two'].map((name) => ({
    ...someClusterBuilder(undefined),
    metadata: { name },
  })) as unknown as readonly KubernetesObject[];
  let cluster: Cluster;
  let folder: string;
  let kubeconfig: string;
  let running: Running | undefined;

  before(async function () {
    // The first run builds the programs of the cluster.
    this.timeout(1_800_000);
    cluster = await kpackCluster();
    for (const files of [RIGHTS, OVERLAY]) await kubectlOutput(cluster, ['apply', ...files]);
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-warm-'));
    kubeconfig = await accountKubeconfig(cluster, folder);
    for (const builder of builders) await cluster.client.create(builder);
  });
  afterEach(async () => running?.stop());
  after(async () => {
    for (const builder of builders) await cluster.client.delete(builder);
    await kubectlOutput(cluster, ['delete', '--ignore-not-found', ...OVERLAY]);
    rmSync(folder, { recursive: true, force: true });
  });

  it('follows ClusterBuilders with one write, and is written no second time', async () => {
    running = await run(kubeconfig, ON);
    await until('the DaemonSet', async () => ((await images()).length === 1 ? true : undefined));
    for (const [index, builder] of builders.entries()) await publish(builder, imageNumber(index));
    await until('the images', async () => ((await images()).length === 3 ? true : undefined));
    expect(await images()).to.have.members(['r.test/steps:1', imageNumber(0), imageNumber(1)]);
    await running.again();
    expect(running.writes).to.deep.equal(['apply', 'apply']);
    await running.stop();
    running = await run(kubeconfig, ON);
    await running.again();
    expect(running.writes).to.deep.equal([]);
    expect(running.failures).to.deep.equal([]);
  });

  it('makes Pods that the namespace admits, which enforces Pod Security restricted', async () => {
    const { metadata, spec } = objectAt(objectAt(await stored(), 'spec'), 'template');
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { ...Object(metadata), name: 'warm' }, spec };
    await cluster.client.send('POST', `/api/v1/namespaces/${CONTROLLER_NAMESPACE}/pods?dryRun=All`, pod);
  });

  it('is gone without the setting', async () => {
    running = await run(kubeconfig, {});
    await until('its end', async () => ((await cluster.client.get(DAEMON_SET)) === undefined ? true : undefined));
    await running.again();
    expect(running.failures).to.deep.equal([]);
  });

  it('goes together with the overlay', async () => {
    running = await run(kubeconfig, ON);
    await until('the DaemonSet', async () => ((await images()).length === 3 ? true : undefined));
    await running.stop();
    await kubectlOutput(cluster, ['delete', ...OVERLAY]);
    await until('its end', async () => ((await cluster.client.get(DAEMON_SET)) === undefined ? true : undefined));
  });

  async function publish(builder: KubernetesObject, latestImage: string): Promise<void> {
    const status = { latestImage, conditions: [{ type: 'Ready', status: 'True' }] };
    await cluster.client.send('PATCH', `${kpackPath(builder)}/status`, { status }, MERGE);
  }

  async function stored(): Promise<JsonObject> {
    return ((await cluster.client.get(DAEMON_SET)) ?? {}) as JsonObject;
  }

  async function images(): Promise<readonly (string | undefined)[]> {
    const pod = objectAt(objectAt(objectAt(await stored(), 'spec'), 'template'), 'spec');
    return objectsAt(pod, 'containers').map((container) => textAt(container, 'image'));
  }
});

function imageNumber(index: number): string {
  return `r.test/image@sha256:${String(index).repeat(64)}`;
}

/** The running controller. */
interface Running {
  /** The requests that write. */
  readonly writes: readonly string[];
  readonly failures: readonly string[];
  readonly again: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

async function run(kubeconfig: string, warm: Pick<ControllerSettings, 'warmNodes'>): Promise<Running> {
  const own = await connected(kubeconfig);
  const end = new AbortController();
  const activity = makeActivity();
  const caches = { transport: own.transport, clock: SYSTEM_CLOCK, random: Math.random, signal: end.signal };
  const writes: string[] = [];
  const apply: KubeClient['apply'] = async (...args) => {
    writes.push('apply');
    return own.client.apply(...args);
  };
  const options: WarmControllerOptions = {
    clusterBuilders: readableCache(CLUSTER_BUILDERS, { ...caches, report: () => undefined }),
    client: { ...own.client, apply },
    clock: SYSTEM_CLOCK,
    objects: {
      daemonSet: DAEMON_SET.metadata,
      serviceAccount: WARM_NODES,
      priorityClass: WARM_PRIORITY_CLASS,
    },
    settings: { ...DEFAULT_CONTROLLER_SETTINGS, images: IMAGES, ...warm },
    times: TIMES,
    onWritten: () => undefined,
  };
  const { controller, enqueueAll } = rememberKeys(warmController(options));
  const shell = { clock: SYSTEM_CLOCK, drainTimeoutMs: 5_000, metrics: activity.metrics };
  const ended = startController(controller, shell, end.signal);
  return {
    writes,
    failures: activity.failures,
    again: async () => {
      enqueueAll();
      await activity.settled();
    },
    stop: async () => {
      if (end.signal.aborted) return;
      end.abort();
      await ended;
      await own.close();
    },
  };
}
