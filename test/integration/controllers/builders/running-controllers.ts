import { setTimeout as sleep } from 'node:timers/promises';
import type { KubeClient } from '../../../../src/kube/client/kube-client.ts';
import { builderCaches } from '../../../../src/controllers/builders/builder-caches.ts';
import { builderControllers } from '../../../../src/controllers/builders/builder-controllers.ts';
import type { LookIntervals } from '../../../../src/controllers/parts/look.ts';
import { partCaches } from '../../../../src/controllers/parts/part-caches.ts';
import { partControllers } from '../../../../src/controllers/parts/part-controllers.ts';
import { startController, type Controller, type Enqueue } from '../../../../src/controllers/start-controller.ts';
import { DEFAULT_MAXIMUM_PLATFORM_API } from '../../../../src/model/platform-api.ts';
import { registryAccess } from '../../../../src/registry-access/registry-access.ts';
import { makeDispatcher } from '../../../../src/registry/client/dispatcher.ts';
import { registryClient } from '../../../../src/registry/client/registry-client.ts';
import type { ReconcileReport } from '../../../../src/runtime/controller.ts';
import { SYSTEM_CLOCK } from '../../../../src/runtime/clock.ts';
import { COLLABORATORS, connected } from '../../kube/connected.ts';

/** The controllers of builders and of what they are made of, at work on a cluster. */
export interface RunningControllers {
  /** Requests to registries, as `GET /v2/…`. */
  readonly registryRequests: string[];
  /** Statuses that were written, as `builders team/x`. */
  readonly writes: string[];
  /** What failed, and is tried again. */
  readonly failures: string[];
  /** Lets every object be looked at again, and waits until nothing happens any more. */
  readonly again: () => Promise<void>;
  /** Waits until nothing has happened for a while. */
  readonly settled: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const QUIET = 400;

/** Starts them. */
export async function runControllers(kubeconfig: string, intervals?: LookIntervals): Promise<RunningControllers> {
  const own = await connected(kubeconfig);
  const ending = new AbortController();
  const activity = makeActivity();
  const { dispatcher, close, registryRequests } = countedDispatcher();
  const { client, writes } = countedClient(own.client);
  const shell = {
    transport: own.transport,
    collaborators: COLLABORATORS,
    report: ({ error }: { readonly error: unknown }) => void activity.failures.push(String(error)),
    signal: ending.signal,
  };
  const [parts, builders] = [partCaches(shell), builderCaches(shell)];
  const access = registryAccess({
    client,
    makeClient: (keychain) =>
      registryClient({ collaborators: { ...COLLABORATORS, dispatcher, sleep: soon }, keychain }),
    now: Date.now,
  });
  const options = { client, access, now: Date.now, random: Math.random, ...(intervals && { intervals }) };
  const enqueues: (() => void)[] = [];
  const watched = [
    ...partControllers(parts, options),
    ...builderControllers(builders, { ...options, parts, maximumPlatformApi: () => DEFAULT_MAXIMUM_PLATFORM_API }),
  ].map((controller) => remembering(controller, enqueues));
  const running = watched.map(async (controller) =>
    startController(controller, { clock: SYSTEM_CLOCK, drainTime: 5_000, metrics: activity.metrics }, ending.signal),
  );
  return {
    registryRequests,
    writes,
    failures: activity.failures,
    again: async () => {
      for (const enqueue of enqueues) enqueue();
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

/** Enqueues once more all keys that a controller was ever told of. */
function remembering(controller: Controller, enqueues: (() => void)[]): Controller {
  const watch = async (enqueue: Enqueue): Promise<unknown> => {
    const keys = new Set<string>();
    enqueues.push(() => {
      for (const key of keys) enqueue(key);
    });
    return controller.watch((key) => {
      keys.add(key);
      enqueue(key);
    });
  };
  return { ...controller, watch };
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

/** Knows whether anything is worked on. */
function makeActivity() {
  const failures: string[] = [];
  const running = new Set<string>();
  let last = performance.now();
  const metrics = (name: string) => ({
    controller: {
      started: (key: string) => void running.add(`${name} ${key}`),
      ended: ({ key, outcome }: ReconcileReport) => {
        running.delete(`${name} ${key}`);
        last = performance.now();
        if (outcome.kind === 'failed') failures.push(String(outcome.error));
      },
    },
    queue: { depth: () => void (last = performance.now()), waited: () => undefined },
  });
  const settled = async (): Promise<void> => {
    last = performance.now();
    while (running.size > 0 || performance.now() - last < QUIET) await sleep(20);
  };
  return { failures, metrics, settled };
}

/** Retries of the registry's client wait for nothing. */
async function soon(_: number, signal?: AbortSignal): Promise<void> {
  await sleep(1, undefined, signal === undefined ? {} : { signal });
}
