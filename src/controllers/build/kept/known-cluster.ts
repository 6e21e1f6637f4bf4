import type { BuilderCaches } from '../../builders/builder-caches.ts';
import type { BuildContext } from '../build-context.ts';
import type { Known } from '../observe/observe.ts';
import type { BuildCaches } from './build-caches.ts';
import { podNameOf, taskRunNameOf } from '../observe/workload-names.ts';
import { keyIn, type Identity } from './identity.ts';
import { keyOfBuilder } from './builder-reference.ts';
import type { BuildRecord } from './build-record.ts';

export interface KnownCluster extends Known {
  readonly build: (key: string) => BuildRecord | undefined;
  /** Milliseconds until caches must know of the Build's workload what this process does; `undefined`, if they do. */
  readonly lag: (build: Identity) => number | undefined;
}

/** What caches know, where this process has not written something newer itself. */
export function knownCluster(
  caches: BuildCaches,
  { builders, clusterBuilders }: BuilderCaches,
  { builds, pods, taskRuns }: BuildContext['recent'],
): KnownCluster {
  return {
    build: (key) => builds.newest(key, caches.builds.store.get(key)),
    pod: (key) => pods.newest(key, caches.pods.store.get(key)),
    taskRun: (key) => taskRuns.newest(key, caches.taskRuns.get(key)),
    builder: (reference) =>
      (reference.kind === 'Builder' ? builders : clusterBuilders).store.get(keyOfBuilder(reference)),
    complaintOfBuilder: (reference) =>
      (reference.kind === 'Builder' ? builders : clusterBuilders).unreadable(keyOfBuilder(reference))?.complaint,
    lag: ({ namespace, name }) =>
      pods.lag(keyIn(namespace, podNameOf(name))) ?? taskRuns.lag(keyIn(namespace, taskRunNameOf(name))),
    isTektonServed: caches.taskRuns.isServed,
  };
}
