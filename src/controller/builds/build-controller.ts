import { asBuild } from '../../core/model/objects/build.ts';
import type { BuilderCaches } from '../builders/builder-kinds.ts';
import type { CacheDependencies } from '../kit/object-cache.ts';
import type { Controller } from '../kit/start-controller.ts';
import type { UnfinishedBuild } from '../observability/build-metrics.ts';
import type { BuildDependencies } from './build-context.ts';
import { priorityOfBuild } from './build-priority.ts';
import { startBuildCaches, type BuildCaches } from './cache/build-caches.ts';
import { createStateBetweenReconciles } from './state-between-reconciles/state-between-reconciles.ts';
import { clusterView } from './observe/cluster-view.ts';
import { reconcileBuild } from './reconcile-build.ts';
import { pluralFinder } from './start/provisioned-services.ts';
import { createTektonFlags } from './start/tekton-flags.ts';
import { watchBuilds } from './watch-builds.ts';

export interface BuildControllerOptions extends BuildDependencies {
  readonly caches: CacheDependencies;
  /** The caches of the builder controllers. */
  readonly builders: BuilderCaches;
  readonly workers: number;
  /** Receives the function that returns the unfinished Builds in the cache. */
  readonly setUnfinished?: (builds: () => readonly UnfinishedBuild[]) => void;
}

/** Users wait for Builds, so a failed reconcile is retried at the latest after this time. */
const MAX_RETRY_DELAY_MS = 60_000;

/** Creates the controller of Builds with all its dependencies. Its caches start to fill at once. */
export function buildController(options: BuildControllerOptions): Controller {
  const { builders, workers, clock, client } = options;
  const caches = startBuildCaches(options.caches);
  options.setUnfinished?.(() => unfinishedBuilds(caches));
  const betweenReconciles = createStateBetweenReconciles(clock);
  const cluster = clusterView(caches, builders, betweenReconciles);
  const findPlural = pluralFinder(options.caches.transport);
  const tektonFlags = createTektonFlags(client, clock, caches.taskRuns.hasNativeSidecars);
  const context = { ...options, cluster, betweenReconciles, tektonFlags, findPlural };
  return {
    name: 'builds',
    workers,
    priorityOf: (key) => priorityOfBuild(cluster, key),
    maxRetryDelayMs: MAX_RETRY_DELAY_MS,
    watch: async (enqueue) => watchBuilds(caches, builders, betweenReconciles, enqueue),
    reconcile: async (key, signal) => reconcileBuild({ ...context, signal }, key),
  };
}

function unfinishedBuilds({ builds }: BuildCaches): readonly UnfinishedBuild[] {
  return builds.store.byIndex('active', '').flatMap((build) => {
    if (build.kind !== 'active') return [];
    const { metadata, status } = asBuild(build.object);
    const state = status.steps[0]?.startedAt === undefined ? 'waiting' : 'running';
    return [{ state, createdMs: Date.parse(metadata.creationTimestamp ?? '') }] as const;
  });
}
