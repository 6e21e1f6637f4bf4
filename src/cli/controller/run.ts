import { setMaxListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { networkCaches, type NetworkCaches } from '../../controller/networks/network-cache.ts';
import { indexPlatform } from '../../controller/registry-access/index-platform.ts';
import { countedDispatcher } from '../../controller/observability/request-metrics.ts';
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
import { openGitServers } from './git-servers.ts';
import { lead } from './lead.ts';
import { networkDispatchers } from './network-dispatchers.ts';
import { preflight } from './preflight.ts';
import { connectionSettings, openRegistries } from './registries.ts';
import { serve } from './serve.ts';
import { openSourceVersions } from './source-versions.ts';
import { startWebhooks } from './webhooks.ts';

/**
 * The growth of the heap in percent until the next garbage collection. The caches change little after the start, but V8 lets a heap of
 * 130 MB grow to a multiple of that while many objects are read.
 */
const HEAP_GROWING_PERCENT = 30;

/** Runs `taskpack controller` until SIGTERM or SIGINT. */
export async function runController(flags: ControllerFlags, terminal: Terminal): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWING_PERCENT}`);
  const controller = await openProcess(flags, terminal);
  const { stop, tracer } = controller;
  const cleanups = new CleanupStack();
  try {
    await startAndLead(controller, cleanups).finally(async () => cleanups.runAll());
  } catch (error) {
    // A request that is aborted because the process stops is not a failure.
    if (!stop.aborted || error !== stop.reason) throw kubeFailure(error);
  } finally {
    await tracer?.close();
  }
}

/**
 * Starts one part of the process after the other, and runs the controllers while the process holds the Lease. `cleanups` receives what
 * ends each part. The caches fill before the process leads, so that a standby takes over at once.
 */
async function startAndLead(controller: ControllerProcess, cleanups: CleanupStack): Promise<void> {
  const { settings, health, telemetry, stop } = controller;

  // The cluster is first: without a usable kubeconfig, no probe is served.
  const cluster = await openWatchedCluster(controller);
  cleanups.defer(cluster.close);

  const probes = await serve(settings.metricsPort, telemetry, health, SYSTEM_CLOCK);
  cleanups.defer(probes.close);

  const webhooks = settings.gitWebhooks && (await startWebhooks(settings.gitWebhooks, controller, cluster));
  if (webhooks !== undefined) cleanups.defer(webhooks.close);

  await preflight({ cluster, allowKpack: settings.allowKpack, log: telemetry.log, signal: stop });

  const cacheEnd = sharedAbortController();
  cleanups.defer(async () => {
    cacheEnd.abort();
    await health.cachesEnded();
  });
  const caches = cacheDependencies(controller, cluster, cacheEnd.signal);
  const networks = networkCaches(installationNamespace(controller, cluster), caches);
  // Without the networks, a Build would start with too few certificates.
  await Promise.race([networks.synced, aborted(stop)]);
  if (stop.aborted) return;

  const servers = await openServers(controller, cluster, networks, cleanups);
  await lead(controller, cluster, { caches, networks, ...servers });
}

/** Opens the connections to registries, git servers and servers of blobs. `cleanups` receives what ends them. */
async function openServers(
  controller: ControllerProcess,
  cluster: OpenCluster,
  { networks }: NetworkCaches,
  cleanups: CleanupStack,
): Promise<Pick<ControllersContext, 'access' | 'git' | 'versions'>> {
  const { settings, terminal, telemetry } = controller;
  const { client } = cluster;
  const { registries } = settings;
  const connections = await connectionSettings(registries, terminal);
  const dispatchers = networkDispatchers(connections, networks, SYSTEM_CLOCK);
  cleanups.defer(dispatchers.destroy);

  // Ends the lookups and the queries that still run in the background.
  const requestEnd = sharedAbortController();
  cleanups.defer(() => requestEnd.abort());
  const servers = { client, dispatchers, signal: requestEnd.signal };
  const { registryRequest: count, sources: metrics, log } = telemetry;
  const namespace = installationNamespace(controller, cluster);
  const platform = indexPlatform({ client, namespace, setting: settings.indexPlatform, log });
  return {
    access: openRegistries({
      ...servers,
      settings: registries,
      count,
      clock: SYSTEM_CLOCK,
      indexPlatform: platform,
    }),
    git: openGitServers({ ...servers, settings, terminal, metrics }),
    versions: openSourceVersions({ ...servers, settings: registries, metrics }),
  };
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

/** Returns an AbortController for many parts. Each part adds a listener to the signal, and Node warns at ten. */
function sharedAbortController(): AbortController {
  const end = new AbortController();
  setMaxListeners(0, end.signal);
  return end;
}
