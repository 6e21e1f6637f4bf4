import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { leaseName } from '../../core/model/installation-names.ts';
import { runAsLeader } from '../../clients/kube/leader-election/leader-election.ts';
import { LEASE_TIMES } from '../../clients/kube/leader-election/options.ts';
import { fieldError } from '../../core/model/problem.ts';
import { SYSTEM_CLOCK } from '../../core/runtime/clock.ts';
import type { OpenCluster } from '../cluster.ts';
import { CommandFailure } from '../problems.ts';
import type { ControllerProcess } from './controller-process.ts';
import { createControllers } from './controllers.ts';
import { controllersDependencies, type ControllersDependencies } from './dependencies.ts';
import { warmNodesNamespace } from './warm-nodes.ts';
import { pushConfigMapName } from './webhooks.ts';
import { runControllers } from './run-controllers.ts';

/** The maximum time of reconciles after the Lease is lost: half of the time until another process can acquire it. */
const LOST_LEASE_TIMEOUT_MS = (LEASE_TIMES.leaseDurationMs - LEASE_TIMES.renewDeadlineMs) / 2;

/** The maximum time for writing the Events that wait when the controllers have ended. */
const LAST_EVENTS_TIMEOUT_MS = 2000;

/** Runs the controllers while this process holds the Lease. Its caches fill before, so that a standby takes over at once. */
export async function runWhileLeading(
  process: ControllerProcess,
  cluster: OpenCluster,
  {
    cacheEnd,
    ...shared
  }: Pick<ControllersDependencies, 'access' | 'git' | 'versions' | 'networks'> & { readonly cacheEnd: AbortController },
): Promise<void> {
  const { flags, settings, health } = process;
  const identity = `${settings.podName ?? hostname()}_${randomUUID()}`;
  try {
    const dependencies = controllersDependencies({
      process,
      cluster,
      ...shared,
      identity,
      pushes: settings.gitWebhooks && pushConfigMapName(process, cluster),
      warmNodesNamespace: warmNodesNamespace(process, cluster),
      signal: cacheEnd.signal,
    });
    const controllers = createControllers(dependencies);
    const name = leaseName(flags.namespace);
    await whileLeading(
      process,
      cluster,
      { namespace: settings.leaseNamespace ?? cluster.namespace, name, identity },
      (over) => runControllers(controllers, process.telemetry, over),
    );
    await dependencies.closeEvents(LAST_EVENTS_TIMEOUT_MS);
  } finally {
    cacheEnd.abort();
    await health.cachesEnded();
  }
}

interface Lease {
  readonly namespace: string;
  readonly name: string;
  readonly identity: string;
}

async function whileLeading(
  { health, telemetry: { log }, stop }: ControllerProcess,
  { client }: OpenCluster,
  lease: Lease,
  work: (over: AbortSignal) => Promise<void>,
): Promise<void> {
  const { namespace, name, identity } = lease;
  const report = (error: unknown): void => {
    health.setLeaseReachable(false);
    log.failure('the lease could not be read or written', error);
  };
  const onStandby = (): void => health.setLeaseReachable(true);
  health.setStage('standby');
  log.info('waiting for the lease', { namespace, name, identity });
  const end = await runAsLeader(
    { client, clock: SYSTEM_CLOCK, random: Math.random, ...lease, report, onStandby, signal: stop },
    async (over) => {
      health.setStage('leading');
      log.info('leads', { namespace, name });
      await Promise.race([work(over), leaseLost(over, stop)]);
      health.setStage('stopping');
    },
  );
  if (end === 'lost')
    throw new CommandFailure(
      [
        fieldError(
          [],
          `another process took the lease ${namespace}/${name}, or the API server could not be reached to renew it; this process stops`,
        ),
      ],
      1,
    );
  log.info('ends', { namespace, name });
}

/** Resolves shortly after the Lease is lost, even if reconciles still run. Never resolves if the process is stopping. */
async function leaseLost(over: AbortSignal, stop: AbortSignal): Promise<void> {
  if (!over.aborted) await once(over, 'abort');
  if (stop.aborted) return new Promise(() => undefined);
  await SYSTEM_CLOCK.sleep(LOST_LEASE_TIMEOUT_MS);
}
