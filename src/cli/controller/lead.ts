import { runAsLeader } from '../../clients/kube/leader-election/leader-election.ts';
import { LEASE_TIMES } from '../../clients/kube/leader-election/options.ts';
import { fieldError } from '../../core/model/problem.ts';
import { aborted } from '../../core/runtime/abortable.ts';
import { SYSTEM_CLOCK } from '../../core/runtime/clock.ts';
import type { OpenCluster } from '../cluster.ts';
import { CommandFailure } from '../problems.ts';
import type { ControllerProcess } from './controller-process.ts';

/** The maximum time of reconciles after the Lease is lost: half of the time until another process can acquire it. */
const LOST_LEASE_TIMEOUT_MS = (LEASE_TIMES.leaseDurationMs - LEASE_TIMES.renewDeadlineMs) / 2;

interface Lease {
  readonly namespace: string;
  readonly name: string;
  /** The name of this process. */
  readonly identity: string;
}

/** Runs work while this process holds the Lease. Rejects with `CommandFailure` if the process loses the Lease. */
export async function whileLeading(
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
  await aborted(over);
  if (stop.aborted) return new Promise(() => undefined);
  await SYSTEM_CLOCK.sleep(LOST_LEASE_TIMEOUT_MS);
}
