import { Counter, Gauge, type Registry } from 'prom-client';

/** The state of one cache. */
export interface CacheState {
  /** The plural: `builds`. */
  readonly resource: string;
  readonly isSynced: boolean;
  readonly objects: number;
}

/** Counts a failed request of a cache. */
export type CountCacheFailure = (resource: string, during: string) => void;

/** Registers the metrics of caches. Each scrape reads the state of the caches. */
export function cacheMetrics(registry: Registry, states: () => readonly CacheState[]): CountCacheFailure {
  const registers = [registry];
  const labelNames = ['resource'] as const;
  const synced = new Gauge({
    name: 'taskpack_cache_synced',
    help: '1 if the cache has listed all objects',
    labelNames,
    registers,
    collect: () => states().forEach(({ resource, isSynced }) => synced.set({ resource }, isSynced ? 1 : 0)),
  });
  const objects = new Gauge({
    name: 'taskpack_cache_objects',
    help: 'Objects in the cache',
    labelNames,
    registers,
    collect: () => states().forEach((state) => objects.set({ resource: state.resource }, state.objects)),
  });
  const failures = new Counter({
    name: 'taskpack_cache_failures_total',
    help: 'Failed lists and watches',
    labelNames: ['resource', 'during'],
    registers,
  });
  return (resource, during) => failures.inc({ resource, during });
}
