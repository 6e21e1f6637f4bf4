import type { OpenCache } from '../../controller/kit/object-cache.ts';
import type { CacheState } from '../../controller/observability/cache-metrics.ts';
import type { Answer } from '../../controller/observability/http-server.ts';

/** The stages of a process: it starts, waits for the Lease, leads, and stops. */
type Stage = 'starting' | 'standby' | 'leading' | 'stopping';

/** The state of this process, for its readiness probe and its metrics. */
export interface ProcessHealth {
  readonly setStage: (stage: Stage) => void;
  /** Records if the last request for the Lease succeeded. */
  readonly setLeaseReachable: (isReached: boolean) => void;
  /** Tracks a cache until it has stopped. */
  readonly addCache: (cache: OpenCache) => void;
  readonly caches: () => readonly CacheState[];
  readonly isLeading: () => boolean;
  /** Resolves when all caches have stopped. */
  readonly cachesEnded: () => Promise<unknown>;
  readonly readiness: () => Answer;
  /** True until the process is ready for the first time, or stops. */
  readonly isStarting: () => boolean;
}

const STAGE_TEXTS: Readonly<Record<Stage, string>> = {
  starting: 'starting: checking the cluster',
  standby: 'standby: waiting for the lease, which another process may hold',
  leading: 'leading',
  stopping: 'stopping: waiting for running reconciles',
};

/** A cache whose requests fail for longer is out of date. A restart of the API server takes less time. */
const MAX_CACHE_FAILURE_MS = 15 * 60_000;

/** If the Lease cannot be read or written for longer, an administrator has to fix the cause. */
const MAX_LEASE_FAILURE_MS = 60_000;

/**
 * Creates the health of a starting process. It is ready while it leads or can take over, which needs synced caches. A
 * stopping process reports that it is ready, because otherwise the kubelet would record a Warning in every rollout.
 * This does no harm, because a Service sends no new requests to a terminating Pod.
 */
export function processHealth(elapsed: () => number): ProcessHealth {
  let stage: Stage = 'starting';
  let unreachableSince: number | undefined;
  let isStarting = true;
  const open = new Map<OpenCache, boolean>();
  const caches = (): readonly CacheState[] =>
    [...open].map(([{ resource, size }, isSynced]) => ({ resource: resource.plural, isSynced, objects: size() }));
  return {
    setStage: (next) => {
      stage = next;
      if (stage === 'stopping') isStarting = false;
      unreachableSince = undefined;
    },
    setLeaseReachable: (isReached) => {
      unreachableSince = isReached ? undefined : (unreachableSince ?? elapsed());
    },
    addCache: (cache) => {
      open.set(cache, false);
      void cache.synced.then((isSynced) => open.has(cache) && open.set(cache, isSynced));
      void cache.ended.then(() => open.delete(cache));
    },
    caches,
    isLeading: () => stage === 'leading',
    cachesEnded: async () => Promise.all([...open.keys()].map(async ({ ended }) => ended)),
    isStarting: () => isStarting,
    readiness: () => {
      if (stage === 'stopping') return { status: 200, text: `${STAGE_TEXTS[stage]}\n` };
      const lacksLease = stage === 'standby' && elapsed() - (unreachableSince ?? elapsed()) >= MAX_LEASE_FAILURE_MS;
      const leaseProblems = lacksLease ? ['the lease cannot be read or written: the log says why'] : [];
      const problems = [...leaseProblems, ...cacheProblems(open)];
      const isReady = stage !== 'starting' && problems.length === 0;
      if (isReady) isStarting = false;
      return { status: isReady ? 200 : 503, text: `${[STAGE_TEXTS[stage], ...problems].join('\n')}\n` };
    },
  };
}

function cacheProblems(open: ReadonlyMap<OpenCache, boolean>): readonly string[] {
  const unsynced = [...open].filter(([, isSynced]) => !isSynced).map(([cache]) => cache);
  const failing = [...open.keys()].filter(({ failingForMs }) => (failingForMs() ?? 0) >= MAX_CACHE_FAILURE_MS);
  return [
    ...unsynced.map(({ resource }) => `the cache of ${resource.plural} is not synced yet`),
    ...failing.map(({ resource }) => `requests for ${resource.plural} have failed for 15 minutes`),
  ];
}
