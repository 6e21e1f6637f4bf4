import { BUILDS, PODS } from '../../../clients/kube/client/resources.ts';
import { objectCache, type CacheDependencies, type ObjectCache } from '../../kit/object-cache.ts';
import { BUILD_LABEL } from '../../../core/model/build-names.ts';
import { builderIndexValue, builderReference, buildRecord, type BuildRecord } from './build-record.ts';
import { taskRunCache, type TaskRunCache } from './task-run-cache.ts';
import { podRecord, type PodRecord } from './workload-records.ts';

/** The index `active` has all active Builds under the empty value, `builder` those that reference a builder. */
const BUILD_INDEXERS = {
  active: (record: BuildRecord): readonly string[] => (record.kind === 'active' ? [''] : []),
  builder: (record: BuildRecord): readonly string[] => {
    const reference = record.kind === 'active' ? builderReference(record) : undefined;
    return reference === undefined ? [] : [builderIndexValue(reference)];
  },
};

/** Builds and their workloads. */
export interface BuildCaches {
  readonly builds: ObjectCache<BuildRecord>;
  readonly pods: ObjectCache<PodRecord>;
  readonly taskRuns: TaskRunCache;
  /** Resolves when all caches have synced. */
  readonly synced: Promise<unknown>;
}

export function startBuildCaches(shell: CacheDependencies): BuildCaches {
  const builds = objectCache({ resource: BUILDS, parse: buildRecord, indexers: BUILD_INDEXERS }, shell);
  const pods = objectCache({ resource: PODS, selection: { labelSelector: BUILD_LABEL }, parse: podRecord }, shell);
  const taskRuns = taskRunCache(shell);
  const synced = Promise.all([builds, pods, taskRuns].map((cache) => cache.synced));
  return { builds, pods, taskRuns, synced };
}
