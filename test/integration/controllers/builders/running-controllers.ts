import { setTimeout as sleep } from 'node:timers/promises';
import type { KubeClient } from '../../../../src/clients/kube/client/kube-client.ts';
import { builderCaches } from '../../../../src/controller/builders/builder-kinds.ts';
import { builderControllers } from '../../../../src/controller/builders/builder-controller.ts';
import type { RecheckIntervals } from '../../../../src/controller/buildpack-resources/recheck-schedule.ts';
import { buildpackResourceCaches } from '../../../../src/controller/buildpack-resources/resource-caches.ts';
import { buildpackResourceControllers } from '../../../../src/controller/buildpack-resources/resource-controller.ts';
import { startController } from '../../../../src/controller/kit/start-controller.ts';
import { registryAccess } from '../../../../src/controller/registry-access/registry-access.ts';
import { makeDispatcher } from '../../../../src/clients/registry/client/transport/dispatcher.ts';
import { registryClient } from '../../../../src/clients/registry/client/registry-client.ts';
import { SYSTEM_CLOCK } from '../../../../src/core/runtime/clock.ts';
import { expectOwnCluster } from '../../../cluster/attached-cluster.ts';
import { connected } from '../../kube/connected.ts';
import { makeActivity } from '../activity.ts';
import { rememberKeys, type RememberingController } from '../remembered-keys.ts';

/** The running controllers of builders, stores, stacks, lifecycles and buildpacks on a cluster. */
export interface RunningControllers {
  /** Requests to registries, for example `GET /v2/…`. */
  readonly registryRequests: string[];
  /** Written statuses, for example `builders team/x`. */
  readonly writes: string[];
  /** The errors of reconciles that are retried. */
  readonly failures: string[];
  /** Reconciles every object again, and waits until the controllers are idle. */
  readonly again: () => Promise<void>;
  /** Waits until the controllers have been idle for a while. */
  readonly settled: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts the controllers, which write to all builders of the cluster, and resolves when all their caches are synced. */
export async function runControllers(kubeconfig: string, intervals?: RecheckIntervals): Promise<RunningControllers> {
  expectOwnCluster();
  const own = await connected(kubeconfig);
  const ending = new AbortController();
  const activity = makeActivity();
  const { dispatcher, close, registryRequests } = countedDispatcher();
  const { client, writes } = countedClient(own.client);
  const dependencies = {
    transport: own.transport,
    clock: SYSTEM_CLOCK,
    random: Math.random,
    report: ({ error }: { readonly error: unknown }) => void activity.failures.push(String(error)),
    signal: ending.signal,
  };
  const [resources, builders] = [buildpackResourceCaches(dependencies), builderCaches(dependencies)];
  const access = registryAccess({
    client,
    makeClient: (keychain) =>
      registryClient({
        network: { dispatcher, clock: { ...SYSTEM_CLOCK, sleep: soon }, random: Math.random },
        keychain,
      }),
    now: Date.now,
    indexPlatform: async () => 'linux/amd64',
  });
  const options = { client, access, workers: 4, now: Date.now, random: Math.random, ...(intervals && { intervals }) };
  const ofBuilders = { maximumPlatformApi: undefined, signatureFormat: 'both' } as const;
  const remembering = [
    ...buildpackResourceControllers(resources, options),
    ...builderControllers(builders, { ...options, ...ofBuilders, resources }),
  ].map(rememberKeys);
  const shell = { clock: SYSTEM_CLOCK, drainTimeoutMs: 5_000, metrics: activity.metrics };
  const running: Promise<unknown>[] = [];
  const start = async ({ controller }: RememberingController): Promise<void> =>
    new Promise((resolve, reject) => {
      const watch: typeof controller.watch = async (enqueue) => controller.watch(enqueue).then(() => resolve());
      const run = startController({ ...controller, watch }, shell, ending.signal);
      run.catch(reject);
      running.push(run);
    });
  await Promise.all(remembering.map(start));
  return {
    registryRequests,
    writes,
    failures: activity.failures,
    again: async () => {
      for (const { enqueueAll } of remembering) enqueueAll();
      await activity.settled();
    },
    settled: activity.settled,
    stop: async () => {
      ending.abort();
      await Promise.all(running);
      await Promise.all([own.close(), close()]);
    },
  };
}

function countedDispatcher() {
  const dispatcher = makeDispatcher();
  const registryRequests: string[] = [];
  const counting = dispatcher.compose((dispatch) => (request, handler) => {
    registryRequests.push(`${request.method} ${request.path}`);
    return dispatch(request, handler);
  });
  return { dispatcher: counting, registryRequests, close: async () => dispatcher.destroy() };
}

function countedClient(client: KubeClient) {
  const writes: string[] = [];
  const patch: KubeClient['patch'] = async (resource, name, ...rest) => {
    const place = name.namespace === undefined ? name.name : `${name.namespace}/${name.name}`;
    writes.push(`${resource.plural} ${place}`);
    return client.patch(resource, name, ...rest);
  };
  return { client: { ...client, patch }, writes };
}

/** The registry client retries without a delay. */
async function soon(_: number, signal?: AbortSignal): Promise<void> {
  await sleep(1, undefined, signal === undefined ? {} : { signal });
}
