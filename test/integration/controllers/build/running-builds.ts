import { buildController } from '../../../../src/controllers/build/build-controller.ts';
import type { BuildRegistry } from '../../../../src/controllers/build/build-ports.ts';
import { builderCaches } from '../../../../src/controllers/builders/builder-caches.ts';
import { eventRecorder } from '../../../../src/controllers/cluster/event-recorder.ts';
import { startController, type Controller, type Enqueue } from '../../../../src/controllers/start-controller.ts';
import { lineMasks } from '../../../../src/mask/line-mask.ts';
import { readLogTail } from '../../../../src/logs/read-log-tail.ts';
import { SYSTEM_CLOCK } from '../../../../src/runtime/clock.ts';
import { DEFAULT_CONTROLLER_SETTINGS } from '../../../../src/settings/controller/defaults.ts';
import type { ControllerSettings } from '../../../../src/settings/controller/settings.ts';
import { COLLABORATORS, connected } from '../../kube/connected.ts';
import { makeActivity } from './activity.ts';
import { watchedClient, type DiesAfter } from './watched-client.ts';

/** What no Build may show. */
export const SECRET = 'hunter22';

/** The Build controller at work on a cluster. */
export interface RunningBuilds {
  readonly writes: string[];
  readonly reads: string[];
  /** What failed, and is tried again. */
  readonly failures: string[];
  /** Lets every Build be looked at again, and waits until nothing happens any more. */
  readonly again: () => Promise<void>;
  readonly settled: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface RunningBuildsOptions {
  readonly kubeconfig: string;
  readonly registry: BuildRegistry;
  readonly settings?: Partial<ControllerSettings>;
  readonly log?: readonly string[];
  readonly diesAfter?: DiesAfter;
  readonly namespace?: string;
  /** The controller's clock, where it is another one than the machine's. */
  readonly now?: () => number;
}

export async function runBuilds(options: RunningBuildsOptions): Promise<RunningBuilds> {
  const { kubeconfig, registry, log = [], namespace } = options;
  const own = await connected(kubeconfig);
  const ending = new AbortController();
  const bytes = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from(log.join('\n'));
  };
  const podLog = async (): Promise<AsyncIterable<Uint8Array>> => bytes();
  const activity = makeActivity();
  const { client, writes, reads } = watchedClient(own.client, options.diesAfter);
  const caches = {
    transport: own.transport,
    collaborators: COLLABORATORS,
    report: ({ error }: { readonly error: unknown }) => void activity.failures.push(String(error)),
    signal: ending.signal,
    ...(namespace !== undefined && { namespace }),
  };
  const reporter = { controller: 'taskpack.dev/controller', instance: 'test' };
  const controller = buildController({
    settings: { ...DEFAULT_CONTROLLER_SETTINGS, ...options.settings },
    caches,
    builders: builderCaches(caches),
    workers: 4,
    ports: {
      client,
      registry,
      readSecrets: async () => ({ kind: 'known', masks: lineMasks([SECRET]) }),
      readLogTail: async (place, mask) => readLogTail({ podLog }, { ...place, lines: 10, bytes: 800 }, mask),
      recordEvent: eventRecorder({ client, collaborators: COLLABORATORS, reporter, report: () => undefined }),
      noteBackend: () => undefined,
      now: options.now ?? Date.now,
      elapsed: () => performance.now(),
    },
  });
  const { remembering, enqueueAll } = rememberKeys(controller);
  const shell = { clock: SYSTEM_CLOCK, drainTime: 5_000, metrics: () => activity.metrics };
  const running = startController(remembering, shell, ending.signal);
  return {
    writes,
    reads,
    failures: activity.failures,
    settled: activity.settled,
    again: async () => {
      enqueueAll();
      await activity.settled();
    },
    stop: async () => {
      ending.abort();
      await running;
      await own.close();
    },
  };
}

/** Enqueues once more all keys that a controller was ever told of. */
function rememberKeys(controller: Controller): { readonly remembering: Controller; readonly enqueueAll: () => void } {
  const keys = new Set<string>();
  let told: Enqueue | undefined;
  const watch = async (enqueue: Enqueue): Promise<unknown> => {
    told = enqueue;
    return controller.watch((key) => {
      keys.add(key);
      enqueue(key);
    });
  };
  return { remembering: { ...controller, watch }, enqueueAll: () => keys.forEach((key) => told?.(key)) };
}
