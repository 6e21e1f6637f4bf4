import type { OpenCache } from '../../controllers/cluster/cached.ts';
import type { CacheState } from '../../observability/cache-metrics.ts';
import type { Answer } from '../../observability/http-server.ts';

/** What a process of the controller does: it begins, waits for the Lease, works, or ends. */
type Stage = 'starting' | 'standby' | 'leading' | 'stopping';

/** How far this process is, and what it knows of the cluster. */
export interface Life {
  readonly enter: (stage: Stage) => void;
  /** Remembers whether the Lease could be read and written at last. */
  readonly reachLease: (isReached: boolean) => void;
  /** Remembers a cache until it has ended. */
  readonly keep: (cache: OpenCache) => void;
  readonly caches: () => readonly CacheState[];
  /** Resolves when all caches have ended. */
  readonly cachesEnded: () => Promise<unknown>;
  readonly readiness: () => Answer;
}

const SAID: Readonly<Record<Stage, string>> = {
  starting: 'starting: the cluster is being looked at',
  standby: 'standby: another process holds the lease, or nobody yet',
  leading: 'leading',
  stopping: 'stopping: what is under way is ended',
};

/** What a cache has not heard of for so long may be anything by now, in milliseconds: no restart of an API server takes it. */
const LONGEST_SILENCE = 15 * 60_000;

/** Who cannot read or write the Lease for so long never will without somebody's help, in milliseconds. */
const LONGEST_REACH = 60_000;

/** The life of a process that begins. It is ready while it works, or could at once: its caches are full either way. */
export function beginLife(elapsed: () => number): Life {
  let stage: Stage = 'starting';
  let outOfReach: number | undefined;
  const open = new Map<OpenCache, boolean>();
  const caches = (): readonly CacheState[] =>
    [...open].map(([{ resource, size }, isSynced]) => ({ resource: resource.plural, isSynced, objects: size() }));
  return {
    enter: (next) => {
      stage = next;
      outOfReach = undefined;
    },
    reachLease: (isReached) => {
      outOfReach = isReached ? undefined : (outOfReach ?? elapsed());
    },
    keep: (cache) => {
      open.set(cache, false);
      void cache.synced.then((isSynced) => open.has(cache) && open.set(cache, isSynced));
      void cache.ended.then(() => open.delete(cache));
    },
    caches,
    cachesEnded: async () => Promise.all([...open.keys()].map(async ({ ended }) => ended)),
    readiness: () => {
      const missing = caches().filter(({ isSynced }) => !isSynced);
      const silent = [...open.keys()].filter(({ failingFor }) => (failingFor() ?? 0) >= LONGEST_SILENCE);
      const lacksLease = stage === 'standby' && elapsed() - (outOfReach ?? elapsed()) >= LONGEST_REACH;
      const isWorking = (stage === 'standby' || stage === 'leading') && !lacksLease;
      const isReady = isWorking && missing.length === 0 && silent.length === 0;
      const lines = [
        SAID[stage],
        ...(lacksLease ? ['the lease cannot be read or written: the log says why'] : []),
        ...missing.map(({ resource }) => `not all ${resource} have been seen yet`),
        ...silent.map(({ resource }) => `nothing has been heard of ${resource.plural} for a quarter of an hour`),
      ];
      return { status: isReady ? 200 : 503, text: `${lines.join('\n')}\n` };
    },
  };
}
