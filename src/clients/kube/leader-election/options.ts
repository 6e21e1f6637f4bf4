import type { KubeClient } from '../client/kube-client.ts';
import type { Clock } from '../../../core/runtime/clock.ts';

/** The times of leader election, as in client-go. All in milliseconds. */
export interface LeaseTimes {
  /** Other candidates wait this long after the last observed renewal before they acquire the Lease. */
  readonly leaseDurationMs: number;
  /**
   * The leader stops if it cannot renew for this long. Less than the lease duration, so that it has stopped before
   * another starts.
   */
  readonly renewDeadlineMs: number;
  /** The interval between attempts to acquire or renew. */
  readonly retryPeriodMs: number;
}

export const LEASE_TIMES: LeaseTimes = { leaseDurationMs: 15_000, renewDeadlineMs: 10_000, retryPeriodMs: 2000 };

export interface LeaderElectionOptions {
  readonly client: Pick<KubeClient, 'get' | 'create' | 'patch'>;
  readonly clock: Clock;
  /** Returns a number from 0 up to, but not including, 1: the jitter. */
  readonly random: () => number;
  readonly namespace: string;
  readonly name: string;
  /** The identity of this process, which must be unique. */
  readonly identity: string;
  readonly times?: LeaseTimes;
  /** Reports an error that does not end the election. */
  readonly report: (error: unknown) => void;
  /** Called after each read that shows that another process holds the Lease. */
  readonly onStandby?: () => void;
  /** Ends the wait for the Lease, or stops the work. */
  readonly signal: AbortSignal;
}

/** Returns the retry period with 20 % jitter, so that processes that started together spread out. */
export function jitteredRetryPeriodMs({ retryPeriodMs }: LeaseTimes, random: number): number {
  return retryPeriodMs * (0.8 + random * 0.4);
}
