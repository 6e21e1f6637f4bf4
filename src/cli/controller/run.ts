import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { hostname } from 'node:os';
import { eventRecorder } from '../../controllers/cluster/event-recorder.ts';
import { LEASE } from '../../install/names.ts';
import { lead } from '../../kube/lease/lead.ts';
import type { Dispatchers } from '../../kube/transport/dispatchers.ts';
import { fieldError, formatProblem } from '../../model/problem.ts';
import { countedDispatcher } from '../../observability/counted-dispatcher.ts';
import { terminationSignal } from '../../runtime/termination.ts';
import type { ControllerSettings } from '../../settings/controller/settings.ts';
import { COLLABORATORS } from '../cluster/collaborators.ts';
import { kubeFailure } from '../cluster/kube-failure.ts';
import { openCluster, type OpenCluster } from '../cluster/open-cluster.ts';
import { CommandFailure } from '../command-failure.ts';
import type { Terminal } from '../terminal.ts';
import { controllersOf, type ControllerWorld } from './controllers.ts';
import type { ControllerFlags } from './flags.ts';
import { beginLife, type Life } from './life.ts';
import { observe, type Observation } from './observation.ts';
import { preflight } from './preflight.ts';
import { settingsOfController } from './read-settings.ts';
import { runControllers } from './run-controllers.ts';
import { serve } from './serve.ts';
import { withRegistries } from './with-registries.ts';

/** One process of the controller. */
interface Process {
  readonly flags: ControllerFlags;
  readonly terminal: Terminal;
  readonly settings: ControllerSettings;
  readonly life: Life;
  readonly observation: Observation;
  /** When it is told to end. */
  readonly stop: AbortSignal;
}

/** What `taskpack controller` does, until it is told to end. */
export async function runController(flags: ControllerFlags, terminal: Terminal): Promise<void> {
  const stop = terminationSignal(process);
  const { settings, warnings } = settingsOfController(flags, terminal);
  const life = beginLife();
  const observation = observe(settings, terminal, life.caches);
  for (const warning of warnings) observation.log.warn(formatProblem(warning));
  const server = await serve(settings.metricsPort, observation, life);
  try {
    await work({ flags, terminal, settings, life, observation, stop });
  } catch (error) {
    // What is cut off because the process ends is no failure.
    if (!stop.aborted || error !== stop.reason) throw kubeFailure(error);
  } finally {
    await server.close();
  }
}

async function work(own: Process): Promise<void> {
  const { flags, terminal, settings, observation, stop } = own;
  const cluster = await openCluster(flags, terminal, (dispatchers) => counted(dispatchers, observation));
  try {
    const { allowKpack, registries } = settings;
    await preflight({ cluster, allowKpack, log: observation.log, signal: stop });
    const { registryRequest: count } = observation;
    await withRegistries({ settings: registries, terminal, client: cluster.client, count }, async (access) =>
      leadAndWork(own, cluster, access),
    );
  } finally {
    await cluster.close();
  }
}

/** Keeps caches full from the beginning, so that whoever takes over need not wait for them. */
async function leadAndWork(own: Process, cluster: OpenCluster, access: ControllerWorld['access']): Promise<void> {
  const { settings, life, observation, stop } = own;
  const { log } = observation;
  const identity = `${settings.podName ?? hostname()}_${randomUUID()}`;
  const cacheEnd = new AbortController();
  // Every cache listens to it; Node warns at ten.
  setMaxListeners(0, cacheEnd.signal);
  try {
    const controllers = controllersOf(worldOf(own, cluster, access, identity, cacheEnd.signal));
    const lease = { namespace: settings.leaseNamespace ?? cluster.namespace, name: leaseName(own.flags) };
    const report = (error: unknown): void => log.failure('the lease could not be read or written', error);
    life.enter('standby');
    log.info('waits for the lease', { ...lease, identity });
    const { client } = cluster;
    const end = await lead(
      { client, collaborators: COLLABORATORS, ...lease, identity, report, signal: stop },
      async (over) => {
        life.enter('leading');
        log.info('leads', lease);
        await runControllers(controllers, observation, over);
        life.enter('stopping');
      },
    );
    if (end === 'lost')
      throw new CommandFailure([fieldError([], `the lease ${lease.namespace}/${lease.name} is lost`)], 1);
    log.info('ends', lease);
  } finally {
    cacheEnd.abort();
    await life.cachesEnded();
  }
}

function worldOf(
  { flags, settings, life, observation }: Process,
  { transport, client }: OpenCluster,
  access: ControllerWorld['access'],
  identity: string,
  signal: AbortSignal,
): ControllerWorld {
  const { log, builds: metrics, cacheFailure } = observation;
  const collaborators = COLLABORATORS;
  const caches: ControllerWorld['caches'] = {
    transport,
    collaborators,
    signal,
    ...(flags.namespace !== undefined && { namespace: flags.namespace }),
    onOpen: life.keep,
    report: ({ resource, during, key, error }) => {
      cacheFailure(resource.plural, during);
      log.failure(`the cache of ${resource.plural}: ${during} failed`, error, { key });
    },
  };
  const recordEvent = eventRecorder({
    client,
    collaborators,
    reporter: { controller: 'taskpack.dev/controller', instance: identity },
    report: (error) => log.failure('an Event could not be written', error),
  });
  return { settings, client, collaborators, caches, access, recordEvent, watcher: { metrics, log } };
}

/** Controllers of different namespaces do not wait for each other. */
function leaseName({ namespace }: ControllerFlags): string {
  return namespace === undefined ? LEASE : `${LEASE}.${namespace}`;
}

function counted(dispatchers: Dispatchers, { apiRequest }: Observation): Dispatchers {
  return { ...dispatchers, of: (use, certificate) => countedDispatcher(dispatchers.of(use, certificate), apiRequest) };
}
