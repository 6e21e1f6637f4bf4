import type { KnownBuilder } from '../../../core/resolver/referenced-objects.ts';
import type { BuilderCaches } from '../../builders/builder-kinds.ts';
import type { BuildCaches } from '../cache/build-caches.ts';
import { builderKey, type BuilderReference, type BuildRecord } from '../cache/build-record.ts';
import { objectKey, type Identity } from '../../kit/identity.ts';
import type { PodRecord, TaskRunRecord } from '../cache/workload-records.ts';
import type { StateBetweenReconciles } from '../state-between-reconciles/state-between-reconciles.ts';
import { podNameOf, taskRunNameOf } from '../../../core/model/build-names.ts';

/** The cluster as this process knows it, without asking the API server. */
export interface ClusterView {
  readonly build: (key: string) => BuildRecord | undefined;
  readonly pod: (key: string) => PodRecord | undefined;
  readonly taskRun: (key: string) => TaskRunRecord | undefined;
  readonly builder: (reference: BuilderReference) => KnownBuilder | undefined;
  /** Returns why an existing builder cannot be read. */
  readonly builderReadError: (reference: BuilderReference) => string | undefined;
  readonly isTektonServed: () => boolean | undefined;
  /** Returns the milliseconds until the caches must have seen the Build's workload; `undefined` if they have. */
  readonly expiresInMs: (build: Identity) => number | undefined;
}

/** Returns a view of the caches with the writes of this process that the caches have not seen yet. */
export function clusterView(
  caches: BuildCaches,
  { builders, clusterBuilders }: BuilderCaches,
  { expectations: { builds, pods, taskRuns } }: Pick<StateBetweenReconciles, 'expectations'>,
): ClusterView {
  return {
    build: (key) => builds.newest(key, caches.builds.store.get(key)),
    pod: (key) => pods.newest(key, caches.pods.store.get(key)),
    taskRun: (key) => taskRuns.newest(key, caches.taskRuns.get(key)),
    builder: (reference) =>
      (reference.kind === 'Builder' ? builders : clusterBuilders).store.get(builderKey(reference)),
    builderReadError: (reference) =>
      (reference.kind === 'Builder' ? builders : clusterBuilders).unreadable(builderKey(reference))?.message,
    isTektonServed: caches.taskRuns.isServed,
    expiresInMs: ({ namespace, name }) =>
      pods.expiresInMs(objectKey(namespace, podNameOf(name))) ??
      taskRuns.expiresInMs(objectKey(namespace, taskRunNameOf(name))),
  };
}
