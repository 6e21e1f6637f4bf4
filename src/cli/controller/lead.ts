import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { kubeClient } from '../../clients/kube/client/kube-client.ts';
import { runAsLeader } from '../../clients/kube/leader-election/leader-election.ts';
import { LEASE_TIMES } from '../../clients/kube/leader-election/options.ts';
import { limitConcurrency } from '../../clients/kube/transport/limit-concurrency.ts';
import { eventRecorder } from '../../controller/kit/events.ts';
import { leaseName } from '../../core/model/installation-names.ts';
import { aborted } from '../../core/runtime/abortable.ts';
import { SYSTEM_CLOCK } from '../../core/runtime/clock.ts';
import type { OpenCluster } from '../cluster.ts';
import { failure } from '../problems.ts';
import { installationNamespace, type ControllerProcess } from './controller-process.ts';
import type { ControllersContext } from './controllers-context.ts';
import { createControllers } from './controllers.ts';
import { runControllers } from './run-controllers.ts';
import { warmNodesNamespace } from './warm-nodes.ts';
import { pushConfigMapName } from './webhooks.ts';

/** The maximum time of reconciles after the Lease is lost: half of the time until another process can acquire it. */
const LOST_LEASE_TIMEOUT_MS = (LEASE_TIMES.leaseDurationMs - LEASE_TIMES.renewDeadlineMs) / 2;

/**
 * The most calls of the controllers at the same time. The workers of one controller can fill this number, so that its calls get the
 * share of their priority. There are more connections, for the Lease and for lists.
 */
const MAX_RUNNING_CALLS = 24;

/** The maximum time for writing the Events that wait when the controllers have ended. */
const LAST_EVENTS_TIMEOUT_MS = 2000;

/** Runs the controllers while the process holds the Lease. */
export async function lead(
  controller: ControllerProcess,
  cluster: OpenCluster,
  parts: Pick<ControllersContext, 'caches' | 'networks' | 'access' | 'git' | 'versions'>,
): Promise<void> {
  const { flags, settings, telemetry } = controller;
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
    process: controller,
    client,
    recordEvent: events.recordEvent,
    pushes: settings.gitWebhooks && pushConfigMapName(controller, cluster),
    warmNodesNamespace: warmNodesNamespace(controller, cluster),
  });

  const lease = { namespace: installationNamespace(controller, cluster), name: leaseName(flags.namespace), identity };
  await whileLeading(controller, cluster, lease, async (over) => runControllers(controllers, telemetry, over));
  await events.close(LAST_EVENTS_TIMEOUT_MS);
}

interface Lease {
  readonly namespace: string;
  readonly name: string;
  /** The name of this process. */
  readonly identity: string;
}

/** Runs work while this process holds the Lease. Rejects with `CommandFailure` if the process loses the Lease. */
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
    throw failure(
      `another process took the lease ${namespace}/${name}, or the API server could not be reached to renew it; this process stops`,
    );
  log.info('ends', { namespace, name });
}

/** Resolves shortly after the Lease is lost, even if reconciles still run. Never resolves if the process is stopping. */
async function leaseLost(over: AbortSignal, stop: AbortSignal): Promise<void> {
  await aborted(over);
  if (stop.aborted) return new Promise(() => undefined);
  await SYSTEM_CLOCK.sleep(LOST_LEASE_TIMEOUT_MS);
}
