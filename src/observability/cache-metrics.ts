import { Counter, Gauge, type Registry } from 'prom-client';

/** How one kind of objects is known. */
export interface CacheState {
  /** The plural: `builds`. */
  readonly resource: string;
  readonly isSynced: boolean;
  readonly objects: number;
}

/** Counts a failure that did not end a cache. */
export type CountCacheFailure = (resource: string, during: string) => void;

/** Metrics of caches, which are asked for their state when somebody asks for metrics. */
export function cacheMetrics(registry: Registry, states: () => readonly CacheState[]): CountCacheFailure {
  const registers = [registry];
  const labelNames = ['resource'] as const;
  const synced = new Gauge({
    name: 'taskpack_cache_synced',
    help: 'Whether all objects have been seen once',
    labelNames,
    registers,
    collect: () => states().forEach(({ resource, isSynced }) => synced.set({ resource }, isSynced ? 1 : 0)),
  });
  const objects = new Gauge({
    name: 'taskpack_cache_objects',
    help: 'Objects that are kept',
    labelNames,
    registers,
    collect: () => states().forEach((state) => objects.set({ resource: state.resource }, state.objects)),
  });
  const failures = new Counter({
    name: 'taskpack_cache_failures_total',
    help: 'Lists and watches that failed and were begun anew',
    labelNames: ['resource', 'during'],
    registers,
  });
  return (resource, during) => failures.inc({ resource, during });
}
