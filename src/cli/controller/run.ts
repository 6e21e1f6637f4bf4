import { setMaxListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { DEPLOYMENT, leaseName } from '../../core/model/installation-names.ts';
import type { Dispatchers } from '../../clients/kube/transport/dispatchers.ts';
import { formatProblem } from '../../core/model/problem.ts';
import { countedDispatcher } from '../../controller/observability/request-metrics.ts';
import { SYSTEM_CLOCK } from '../../core/runtime/clock.ts';
import { terminationSignal } from '../../core/runtime/termination-signal.ts';
import { VERSION } from '../../core/settings/version.ts';
import type { BuildTracer } from '../../insight/tracing/build-tracer.ts';
import { kubeFailure, openCluster, type OpenCluster } from '../cluster.ts';
import type { Terminal } from '../terminal.ts';
import { settingsOfController, type ControllerFlags, type ControllerProcess } from './controller-process.ts';
import { processHealth } from './health.ts';
import { runWhileLeading } from './lead.ts';
import { preflight } from './preflight.ts';
import { withWebhooks } from './webhooks.ts';
import { withGitServers } from './git-servers.ts';
import { networkDispatchers } from './network-dispatchers.ts';
import { connectionSettings, withRegistries } from './registries.ts';
import { withNetworks } from './networks.ts';
import { serve } from './serve.ts';
import { withSourceVersions } from './source-versions.ts';
import { makeTelemetry, type Telemetry } from './telemetry.ts';

/**
 * The growth of the heap in percent until the next garbage collection. The caches change little after the start, but V8 lets a heap of
 * 130 MB grow to a multiple of that while many objects are read.
 */
const HEAP_GROWING_PERCENT = 30;

/** Runs `taskpack controller` until SIGTERM or SIGINT. */
export async function runController(flags: ControllerFlags, terminal: Terminal): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWING_PERCENT}`);
  const stop = terminationSignal(process);
  const { settings, warnings } = settingsOfController(flags, terminal);
  const health = processHealth(SYSTEM_CLOCK.elapsed);
  const telemetry = makeTelemetry({ ...settings, lease: leaseName(flags.namespace) }, terminal, health);
  for (const warning of warnings) telemetry.log.warn(formatProblem(warning));
  const tracer = settings.exportsTraces ? await openTracer(telemetry) : undefined;
  try {
    await runInCluster({ flags, terminal, settings, health, telemetry, tracer, stop });
  } catch (error) {
    // A request that is aborted because the process stops is not a failure.
    if (!stop.aborted || error !== stop.reason) throw kubeFailure(error);
  } finally {
    await tracer?.close();
  }
}

/** Loads OpenTelemetry's SDK, which only processes that export traces need. */
async function openTracer({ log }: Pick<Telemetry, 'log'>): Promise<BuildTracer> {
  const { openBuildTracer } = await import('../../insight/tracing/build-tracer.ts');
  return openBuildTracer({ service: DEPLOYMENT, version: VERSION }, log);
}

/** Opens the cluster first: without a usable kubeconfig, no probe is served. */
async function runInCluster(controller: ControllerProcess): Promise<void> {
  const { flags, terminal, settings, health, telemetry } = controller;
  const watched = (dispatchers: Dispatchers): Dispatchers => counted(dispatchers, telemetry);
  const cluster = await openCluster(flags, terminal, { watched, retriesUnreachable: true });
  try {
    const server = await serve(settings.metricsPort, telemetry, health, SYSTEM_CLOCK);
    try {
      await withWebhooks(controller, cluster, async () => runControllers(controller, cluster));
    } finally {
      await server.close();
    }
  } finally {
    await cluster.close();
  }
}

async function runControllers(controller: ControllerProcess, cluster: OpenCluster): Promise<void> {
  const { terminal, settings, telemetry, stop } = controller;
  const { allowKpack, registries } = settings;
  await preflight({ cluster, allowKpack, log: telemetry.log, signal: stop });
  const { registryRequest: count, sources: metrics } = telemetry;
  const { client } = cluster;
  const cacheEnd = new AbortController();
  // Each cache adds a listener; Node warns at ten.
  setMaxListeners(0, cacheEnd.signal);
  await withNetworks(controller, cluster, cacheEnd, async (caches) => {
    const connections = await connectionSettings(registries, terminal);
    const dispatchers = networkDispatchers(connections, caches.networks, SYSTEM_CLOCK);
    const registry = { settings: registries, client, dispatchers };
    try {
      await withRegistries({ ...registry, count, clock: SYSTEM_CLOCK }, async (access) =>
        withGitServers({ settings, terminal, client, metrics, dispatchers }, async (git) =>
          withSourceVersions({ ...registry, metrics }, async (versions) =>
            runWhileLeading(controller, cluster, { access, git, versions, networks: caches, cacheEnd }),
          ),
        ),
      );
    } finally {
      await dispatchers.destroy();
    }
  });
}

function counted(dispatchers: Dispatchers, { apiRequest }: Telemetry): Dispatchers {
  return { ...dispatchers, of: (use, certificate) => countedDispatcher(dispatchers.of(use, certificate), apiRequest) };
}
