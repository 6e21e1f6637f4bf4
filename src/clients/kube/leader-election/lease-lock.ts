import type { Json } from '../../../core/model/json.ts';
import { asLease } from '../../../core/model/objects/lease.ts';
import { type KubeObject, microTime, resourceVersionOf } from '../client/kube-object.ts';
import { apiVersionOf } from '../client/resource.ts';
import { LEASES } from '../client/resources.ts';
import { isKubeError } from '../kube-error.ts';
import { type LeaderElectionOptions, LEASE_TIMES } from './options.ts';

/**
 * The operations on the Lease of a leader election. None is retried here; the election retries. Methods reject with the
 * codes of `KubeClient`.
 */
export interface LeaseLock {
  /** Returns the Lease, or `undefined` if it does not exist. */
  readonly read: (signal: AbortSignal) => Promise<LeaseRecord | undefined>;
  /** Acquires the Lease. Rejects with `CONFLICT` or `ALREADY_EXISTS` if another candidate changed it first. */
  readonly acquire: (record: LeaseRecord | undefined, signal: AbortSignal) => Promise<LeaseRecord>;
  /** Renews the Lease within the timeout. */
  readonly renew: (record: LeaseRecord, timeoutMs: number, signal: AbortSignal) => Promise<LeaseRecord>;
  /** Lets another candidate acquire the Lease at once. */
  readonly release: (record: LeaseRecord) => Promise<void>;
}

/** Creates the operations on the Lease with the options' name. */
export function leaseLock(options: LeaderElectionOptions): LeaseLock {
  const { client, clock, namespace, name, identity, times = LEASE_TIMES } = options;
  const { leaseDurationMs, renewDeadlineMs } = times;
  const at = { namespace, name };
  const once = { retries: 0, timeoutMs: renewDeadlineMs / 2 };
  const write = async (
    { resourceVersion }: LeaseRecord,
    spec: ReturnType<typeof renewedSpec>,
    call: typeof once & { readonly signal?: AbortSignal },
  ): Promise<LeaseRecord> => readLease(await client.patch(LEASES, at, { metadata: { resourceVersion }, spec }, call));
  return {
    read: async (signal) => {
      try {
        return readLease(await client.get(LEASES, at, { ...once, signal }));
      } catch (error) {
        if (isKubeError(error, 'NOT_FOUND')) return undefined;
        throw error;
      }
    },
    acquire: async (record, signal) => {
      const transitions = record === undefined ? 0 : record.transitions + 1;
      const spec = acquiredSpec(identity, leaseDurationMs, transitions, clock.now());
      if (record !== undefined) return write(record, spec, { ...once, signal });
      const lease = { apiVersion: apiVersionOf(LEASES), kind: LEASES.kind, metadata: at, spec };
      return readLease(await client.create(LEASES, lease, { ...once, signal }));
    },
    renew: async (record, timeoutMs, signal) =>
      write(record, renewedSpec(identity, leaseDurationMs, clock.now()), {
        ...once,
        timeoutMs: Math.min(timeoutMs, once.timeoutMs),
        signal,
      }),
    release: async (record) => {
      await write(record, releasedSpec(clock.now()), once);
    },
  };
}

/** The fields of a Lease that leader election uses (`LeaseSpec` of coordination.k8s.io/v1). */
export interface LeaseRecord {
  /** Empty if no process holds the Lease. */
  readonly holder: string;
  /** The holder's `leaseDurationSeconds` in milliseconds, or `undefined` if not set. */
  readonly durationMs: number | undefined;
  readonly transitions: number;
  readonly resourceVersion: string;
}

/** Reads a Lease. Ignores its timestamps, because they come from the clocks of other machines. */
function readLease(lease: KubeObject): LeaseRecord {
  const {
    holderIdentity: holder = '',
    leaseDurationSeconds = 0,
    leaseTransitions: transitions = 0,
  } = asLease(lease).spec;
  const durationMs = leaseDurationSeconds > 0 ? leaseDurationSeconds * 1000 : undefined;
  return { holder, durationMs, transitions, resourceVersion: resourceVersionOf(lease.metadata) };
}

/** Returns the spec that acquires a Lease. */
function acquiredSpec(
  identity: string,
  durationMs: number,
  transitions: number,
  now: number,
): { readonly [field: string]: Json } {
  return { ...renewedSpec(identity, durationMs, now), acquireTime: microTime(now), leaseTransitions: transitions };
}

/** Returns the fields that renew a Lease. */
function renewedSpec(identity: string, durationMs: number, now: number): { readonly [field: string]: Json } {
  return { holderIdentity: identity, leaseDurationSeconds: Math.ceil(durationMs / 1000), renewTime: microTime(now) };
}

/** Returns the fields that release a Lease: no holder, and a duration of one second. */
function releasedSpec(now: number): { readonly [field: string]: Json } {
  return renewedSpec('', 1000, now);
}
