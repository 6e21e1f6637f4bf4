import type { BuildRegistry } from '../../../../src/controller/builds/build-context.ts';
import { buildController, type BuildControllerOptions } from '../../../../src/controller/builds/build-controller.ts';
import { builderCaches } from '../../../../src/controller/builders/builder-kinds.ts';
import { eventRecorder } from '../../../../src/controller/kit/events.ts';
import { startController } from '../../../../src/controller/kit/start-controller.ts';
import { lineMasks } from '../../../../src/core/mask/line-mask.ts';
import type { PodLog } from '../../../../src/insight/logs/pod-log.ts';
import { readPhaseStarts } from '../../../../src/insight/logs/read-phase-starts.ts';
import { readLogTail } from '../../../../src/insight/logs/read-log-tail.ts';
import { NO_NETWORKS } from '../../../../src/core/network/networks.ts';
import { SYSTEM_CLOCK } from '../../../../src/core/runtime/clock.ts';
import {
  DEFAULT_CONTROLLER_SETTINGS,
  type ControllerSettings,
} from '../../../../src/core/settings/controller-settings.ts';
import { connected } from '../../kube/connected.ts';
import { makeActivity } from '../activity.ts';
import { rememberKeys } from '../remembered-keys.ts';
import { watchedClient, type DiesAfter } from './watched-client.ts';

/** The value of a Secret that no Build may show. */
export const SECRET = 'hunter22';

/** A Build controller that runs against a cluster. */
export interface RunningBuilds {
  readonly writes: string[];
  readonly reads: string[];
  /** The errors of failed reconciles, which are retried. */
  readonly failures: string[];
  /** Enqueues every Build again, and waits until the controller is idle. */
  readonly again: () => Promise<void>;
  readonly settled: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export type ContainerLogs = readonly string[] | ((container: string) => readonly string[]);

export interface RunningBuildsOptions {
  readonly kubeconfig: string;
  readonly registry: BuildRegistry;
  readonly settings?: Partial<ControllerSettings>;
  /** The log of every container, or of each. */
  readonly log?: ContainerLogs;
  readonly diesAfter?: DiesAfter;
  readonly namespace?: string;
  /** The controller's wall clock; the default is the machine's. */
  readonly now?: () => number;
  readonly traceContextOf?: BuildControllerOptions['traceContextOf'];
  readonly onFinished?: BuildControllerOptions['onFinished'];
}

export async function runBuilds(options: RunningBuildsOptions): Promise<RunningBuilds> {
  const { kubeconfig, registry, log = [], namespace } = options;
  const own = await connected(kubeconfig);
  const ending = new AbortController();
  const bytes = async function* (container: string): AsyncGenerator<Uint8Array> {
    yield Buffer.from((typeof log === 'function' ? log(container) : log).join('\n'));
  };
  const podLog: PodLog = async (_, { container }) => bytes(container);
  const { client, writes, reads, isWriting } = watchedClient(own.client, options.diesAfter);
  const activity = makeActivity(isWriting);
  const caches = {
    transport: own.transport,
    clock: SYSTEM_CLOCK,
    random: Math.random,
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
    client,
    registry,
    networks: NO_NETWORKS,
    readSecrets: async () => ({ kind: 'known', masks: lineMasks([SECRET]) }),
    readPhaseStarts: async (container) => readPhaseStarts({ podLog }, container),
    readLogTail: async (container, mask) => readLogTail({ podLog }, { ...container, lines: 10, bytes: 800 }, mask),
    recordEvent: eventRecorder({ client, clock: SYSTEM_CLOCK, random: Math.random, reporter, report: () => undefined })
      .recordEvent,
    recordBackend: () => undefined,
    traceContextOf: options.traceContextOf ?? (() => undefined),
    onFinished: options.onFinished ?? (() => undefined),
    clock: { ...SYSTEM_CLOCK, now: options.now ?? Date.now },
  });
  const remembering = rememberKeys(controller);
  const shell = { clock: SYSTEM_CLOCK, drainTimeoutMs: 5_000, metrics: activity.metrics };
  const running = startController(remembering.controller, shell, ending.signal);
  return {
    writes,
    reads,
    failures: activity.failures,
    settled: activity.settled,
    again: async () => {
      remembering.enqueueAll();
      await activity.settled();
    },
    stop: async () => {
      ending.abort();
      await running;
      await own.close();
    },
  };
}
