import { apiVersionOf } from '../client/resource.ts';
import { LEASES } from '../client/resources.ts';
import { isKubeError } from '../kube-error.ts';
import { LEASE_TIMES, type LeaderOptions } from './leader-options.ts';
import { heldSpec, readLease, releasedSpec, takenSpec, type LeaseRecord } from './lease-record.ts';

/** What a leader lock does to its Lease. Each is tried once: the lock itself tries again. Rejects as the client does. */
export interface LeaseClient {
  /** `undefined` where there is none. */
  readonly read: (signal: AbortSignal) => Promise<LeaseRecord | undefined>;
  /** Makes it ours, unless somebody else has written since: `CONFLICT` or `ALREADY_EXISTS`. */
  readonly take: (record: LeaseRecord | undefined, signal: AbortSignal) => Promise<LeaseRecord>;
  /** Says that we live, within so many milliseconds. */
  readonly renew: (record: LeaseRecord, timeout: number, signal: AbortSignal) => Promise<LeaseRecord>;
  readonly release: (record: LeaseRecord) => Promise<void>;
}

/** A Lease by its name. */
export function leaseClient(options: LeaderOptions): LeaseClient {
  const { client, collaborators, namespace, name, identity, times = LEASE_TIMES } = options;
  const { leaseDuration, renewDeadline } = times;
  const at = { namespace, name };
  const once = { retries: 0, timeout: renewDeadline / 2 };
  const write = async (
    { resourceVersion }: LeaseRecord,
    spec: ReturnType<typeof heldSpec>,
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
    take: async (record, signal) => {
      const transitions = record === undefined ? 0 : record.transitions + 1;
      const spec = takenSpec(identity, leaseDuration, transitions, collaborators.now());
      if (record !== undefined) return write(record, spec, { ...once, signal });
      const lease = { apiVersion: apiVersionOf(LEASES), kind: LEASES.kind, metadata: at, spec };
      return readLease(await client.create(LEASES, lease, { ...once, signal }));
    },
    renew: async (record, timeout, signal) =>
      write(record, heldSpec(identity, leaseDuration, collaborators.now()), {
        ...once,
        timeout: Math.min(timeout, once.timeout),
        signal,
      }),
    release: async (record) => {
      await write(record, releasedSpec(collaborators.now()), once);
    },
  };
}
