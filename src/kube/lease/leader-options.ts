import type { KubeClient } from '../client/kube-client.ts';
import type { Collaborators } from '../collaborators.ts';

/** When a lease is taken, kept and lost. All in milliseconds. */
export interface LeaseTimes {
  /** So long after its last sign of life a holder is taken for dead. */
  readonly leaseDuration: number;
  /** A holder that cannot renew for so long stops; less than the lease's duration, so that it has stopped when others begin. */
  readonly renewDeadline: number;
  /** Between two looks at the lease, or two signs of life. */
  readonly retryPeriod: number;
}

export const LEASE_TIMES: LeaseTimes = { leaseDuration: 15_000, renewDeadline: 10_000, retryPeriod: 2000 };

export interface LeaderOptions {
  readonly client: Pick<KubeClient, 'get' | 'create' | 'patch'>;
  readonly collaborators: Collaborators;
  readonly namespace: string;
  readonly name: string;
  /** Which process we are; no other may ever use the same. */
  readonly identity: string;
  readonly times?: LeaseTimes;
  /** A failure that did not end it. */
  readonly report: (error: unknown) => void;
  /** The lease was read, and is another's. */
  readonly heard?: () => void;
  /** Ends the wait for the lease, or the work. */
  readonly signal: AbortSignal;
}

/** Somewhat more or less than the retry period, so that processes which began together do not stay together. */
export function retryWait({ retryPeriod }: LeaseTimes, random: number): number {
  return retryPeriod * (0.8 + random * 0.4);
}
