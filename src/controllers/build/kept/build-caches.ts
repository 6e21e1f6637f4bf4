import { PODS } from '../../../kube/client/resources.ts';
import { cached, type CacheCollaborators, type Cached } from '../../cluster/cached.ts';
import { BUILD_LABEL, BUILDS } from '../resources.ts';
import { buildRecord, type BuildRecord } from './build-record.ts';
import { builderPlace, builderReference } from './builder-reference.ts';
import { podRecord, type PodRecord } from './pod-record.ts';
import { taskRunCache, type TaskRunCache } from './task-run-cache.ts';

/** Builds that something may still be done for, and those of a builder. */
const BUILD_INDEXERS = {
  active: (record: BuildRecord): readonly string[] => (record.kind === 'active' ? [''] : []),
  builder: (record: BuildRecord): readonly string[] => {
    const reference = record.kind === 'active' ? builderReference(record) : undefined;
    return reference === undefined ? [] : [builderPlace(reference)];
  },
};

/** What is kept of the cluster for Builds. */
export interface BuildCaches {
  readonly builds: Cached<BuildRecord>;
  readonly pods: Cached<PodRecord>;
  readonly taskRuns: TaskRunCache;
  /** Resolves once all has been seen. */
  readonly synced: Promise<unknown>;
  /** Resolves when nothing is under way any more. */
  readonly ended: Promise<unknown>;
}

export function startBuildCaches(shell: CacheCollaborators): BuildCaches {
  const builds = cached({ resource: BUILDS, parse: buildRecord, indexers: BUILD_INDEXERS }, shell);
  const pods = cached({ resource: PODS, selection: { labelSelector: BUILD_LABEL }, parse: podRecord }, shell);
  const taskRuns = taskRunCache(shell);
  const caches = [builds, pods, taskRuns];
  return {
    builds,
    pods,
    taskRuns,
    synced: Promise.all(caches.map(({ synced }) => synced)),
    ended: Promise.all(caches.map(({ ended }) => ended)),
  };
}
