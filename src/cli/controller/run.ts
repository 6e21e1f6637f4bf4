import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { hostname } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { kubeClient } from '../../clients/kube/client/kube-client.ts';
import { limitConcurrency } from '../../clients/kube/transport/limit-concurrency.ts';
import { eventRecorder } from '../../controller/kit/events.ts';
import { networkCaches, type NetworkCaches } from '../../controller/networks/network-cache.ts';
import { countedDispatcher } from '../../controller/observability/request-metrics.ts';
import { leaseName } from '../../core/model/installation-names.ts';
import { aborted } from '../../core/runtime/abortable.ts';
import { CleanupStack } from '../../core/runtime/cleanup-stack.ts';
import { SYSTEM_CLOCK } from '../../core/runtime/clock.ts';
import { kubeFailure, openCluster, type OpenCluster } from '../cluster.ts';
import type { Terminal } from '../terminal.ts';
import {
  installationNamespace,
  openProcess,
  type ControllerFlags,
  type ControllerProcess,
} from './controller-process.ts';
import { cacheDependencies, type ControllersContext } from './controllers-context.ts';
import { createControllers } from './controllers.ts';
import { openGitServers } from './git-servers.ts';
import { whileLeading } from './lead.ts';
import { networkDispatchers } from './network-dispatchers.ts';
import { preflight } from './preflight.ts';
import { connectionSettings, openRegistries } from './registries.ts';
import { runControllers } from './run-controllers.ts';
import { serve } from './serve.ts';
import { openSourceVersions } from './source-versions.ts';
import { warmNodesNamespace } from './warm-nodes.ts';
import { pushConfigMapName, startWebhooks } from './webhooks.ts';

/**
 * The growth of the heap in percent until the next garbage collection. The caches change little after the start, but V8 lets a heap of
 * 130 MB grow to a multiple of that while many objects are read.
 */
const HEAP_GROWING_PERCENT = 30;

/**
 * The most calls of the controllers at the same time. The workers of one controller can fill this number, so that its calls get the
 * share of their priority. There are more connections, for the Lease and for lists.
 */
const MAX_RUNNING_CALLS = 24;

/** The maximum time for writing the Events that wait when the controllers have ended. */
const LAST_EVENTS_TIMEOUT_MS = 2000;

/** Runs `taskpack controller` until SIGTERM or SIGINT. */
export async function runController(flags: ControllerFlags, terminal: Terminal): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWING_PERCENT}`);
  const process = await openProcess(flags, terminal);
  const { stop, tracer } = process;
  const started = new CleanupStack();
  started.defer(async () => tracer?.close());
  try {
    await startAndLead(process, started);
  } catch (error) {
    // A request that is aborted because the process stops is not a failure.
    if (!stop.aborted || error !== stop.reason) throw kubeFailure(error);
  } finally {
    await started.runAll();
  }
}

/**
 * Starts one part of the process after the other, and runs the controllers while the process holds the Lease. `started` receives the end
 * of each part. The caches fill before the process leads, so that a standby takes over at once.
 */
async function startAndLead(process: ControllerProcess, started: CleanupStack): Promise<void> {
  const { settings, health, telemetry, stop } = process;

  // The cluster is first: without a usable kubeconfig, no probe is served.
  const cluster = await openWatchedCluster(process);
  started.defer(cluster.close);

  const probes = await serve(settings.metricsPort, telemetry, health, SYSTEM_CLOCK);
  started.defer(probes.close);

  const webhooks = settings.gitWebhooks && (await startWebhooks(settings.gitWebhooks, process, cluster));
  if (webhooks !== undefined) started.defer(webhooks.close);

  await preflight({ cluster, allowKpack: settings.allowKpack, log: telemetry.log, signal: stop });

  const cacheEnd = endOfMany();
  started.defer(async () => {
    cacheEnd.abort();
    await health.cachesEnded();
  });
  const caches = cacheDependencies(process, cluster, cacheEnd.signal);
  const networks = networkCaches(installationNamespace(process, cluster), caches);
  // Without the networks, a Build would start with too few certificates.
  await Promise.race([networks.synced, aborted(stop)]);
  if (stop.aborted) return;

  const servers = await openServers(process, cluster, networks, started);
  await lead(process, cluster, { caches, networks, ...servers });
}

/** Opens the connections to registries, git servers and servers of blobs. `started` receives their ends. */
async function openServers(
  { settings, terminal, telemetry }: ControllerProcess,
  { client }: OpenCluster,
  { networks }: NetworkCaches,
  started: CleanupStack,
): Promise<Pick<ControllersContext, 'access' | 'git' | 'versions'>> {
  const { registries } = settings;
  const connections = await connectionSettings(registries, terminal);
  const dispatchers = networkDispatchers(connections, networks, SYSTEM_CLOCK);
  started.defer(dispatchers.destroy);

  // Ends the lookups and the queries that still run in the background.
  const requestEnd = endOfMany();
  started.defer(() => requestEnd.abort());
  const servers = { client, dispatchers, signal: requestEnd.signal };
  const { registryRequest: count, sources: metrics } = telemetry;
  return {
    access: openRegistries({ ...servers, settings: registries, count, clock: SYSTEM_CLOCK }),
    git: openGitServers({ ...servers, settings, terminal, metrics }),
    versions: openSourceVersions({ ...servers, settings: registries, metrics }),
  };
}

/** Runs the controllers while the process holds the Lease. */
async function lead(
  process: ControllerProcess,
  cluster: OpenCluster,
  parts: Pick<ControllersContext, 'caches' | 'networks' | 'access' | 'git' | 'versions'>,
): Promise<void> {
  const { flags, settings, telemetry } = process;
  const identity = `${settings.podName ?? hostname()}_${randomUUID()}`;
  // Caches and the Lease do not share this limit.
  const client = kubeClient(limitConcurrency(cluster.transport, MAX_RUNNING_CALLS));
  const events = eventRecorder({
    client,
    clock: SYSTEM_CLOCK,
    random: Math.random,
    reporter: { controller: 'taskpack.dev/controller', instance: identity },
    report: (error) => telemetry.log.failure('an Event could not be written; the controller continues', error),
  });
  const controllers = createControllers({
    ...parts,
    process,
    client,
    recordEvent: events.recordEvent,
    pushes: settings.gitWebhooks && pushConfigMapName(process, cluster),
    warmNodesNamespace: warmNodesNamespace(process, cluster),
  });

  const lease = { namespace: installationNamespace(process, cluster), name: leaseName(flags.namespace), identity };
  await whileLeading(process, cluster, lease, async (over) => runControllers(controllers, telemetry, over));
  await events.close(LAST_EVENTS_TIMEOUT_MS);
}

/** Opens the cluster, whose requests the metrics count. */
async function openWatchedCluster({ flags, terminal, telemetry }: ControllerProcess): Promise<OpenCluster> {
  return openCluster(flags, terminal, {
    watched: (dispatchers) => ({
      ...dispatchers,
      of: (use, certificate) => countedDispatcher(dispatchers.of(use, certificate), telemetry.apiRequest),
    }),
    retriesUnreachable: true,
  });
}

/** Returns the end of parts that each add a listener. Node warns at ten listeners. */
function endOfMany(): AbortController {
  const end = new AbortController();
  setMaxListeners(0, end.signal);
  return end;
}
