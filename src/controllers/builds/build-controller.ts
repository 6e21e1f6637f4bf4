import type { KubeClient } from '../../kube/client/kube-client.ts';
import { objectAt, objectsAt, textAt } from '../../model/json-field.ts';
import type { Networks } from '../../network/networks.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { BuilderCaches } from '../builders/builder-kinds.ts';
import type { CacheDependencies } from '../object-cache.ts';
import type { RecordEvent } from '../events.ts';
import type { Controller } from '../start-controller.ts';
import { createApply } from './apply/apply.ts';
import type { ReadPhaseStarts } from './apply/creator-phases.ts';
import type { ReadLogTail, ReadSecrets } from './apply/log-tails.ts';
import type { OnFinished } from './apply/status-writer.ts';
import type { SucceedDependencies } from './apply/succeed.ts';
import { priorityOfBuild } from './build-priority.ts';
import type { ControllerSettings } from '../../settings/controller-settings.ts';
import { startBuildCaches, type BuildCaches } from './cache/build-caches.ts';
import { createStateBetweenReconciles } from './state-between-reconciles/state-between-reconciles.ts';
import { clusterView } from './observe/cluster-view.ts';
import { createReconciler } from './reconcile-build.ts';
import type { FactsSource } from './start/builder-image.ts';
import { pluralFinder } from './start/provisioned-services.ts';
import { createStarter } from './start/start.ts';
import { createTektonFlags } from './start/tekton-flags.ts';
import type { Backend } from './status/recorded-status.ts';
import { watchBuilds } from './watch-builds.ts';

export interface BuildControllerOptions {
  readonly settings: ControllerSettings;
  readonly caches: CacheDependencies;
  /** The caches of the builder controllers. */
  readonly builders: BuilderCaches;
  readonly workers: number;
  readonly client: Pick<KubeClient, 'get' | 'list' | 'create' | 'delete' | 'patch'>;
  readonly registry: BuildRegistry;
  readonly networks: Pick<Networks, 'ofBuilds'>;
  readonly readSecrets: ReadSecrets;
  readonly readLogTail: ReadLogTail;
  readonly readPhaseStarts: ReadPhaseStarts;
  readonly recordEvent: RecordEvent;
  /** Names the backend of the Build that is being reconciled, for logs and traces. */
  readonly recordBackend: (backend: Backend) => void;
  /** Returns the trace context of the Build with a UID, if its trace is exported. */
  readonly traceContextOf: (uid: string) => Readonly<Record<string, string>> | undefined;
  readonly onFinished: OnFinished;
  /** Receives the function that returns the unfinished Builds in the cache. */
  readonly setUnfinished?: (builds: () => readonly UnfinishedBuild[]) => void;
  readonly clock: Pick<Clock, 'now' | 'elapsed'>;
}

/** An unfinished Build; it waits until its first phase starts. */
export interface UnfinishedBuild {
  readonly state: 'waiting' | 'running';
  /** Milliseconds since 1970. */
  readonly createdMs: number;
}

/** Reads image configurations, labels and digests from registries. */
export type BuildRegistry = FactsSource & SucceedDependencies['registry'];

/** Users wait for Builds, so a failed reconcile is retried at the latest after this time. */
const MAX_RETRY_DELAY_MS = 60_000;

/** Creates the controller of Builds with all its dependencies. Its caches start to fill at once. */
export function buildController(options: BuildControllerOptions): Controller {
  const { settings, builders, workers, clock, client, recordBackend } = options;
  const caches = startBuildCaches(options.caches);
  options.setUnfinished?.(() => unfinishedBuilds(caches));
  const betweenReconciles = createStateBetweenReconciles(clock);
  const cluster = clusterView(caches, builders, betweenReconciles);
  const findPlural = pluralFinder(options.caches.transport);
  const { hasNativeSidecars: observedNativeSidecars } = caches.taskRuns;
  const tektonFlags = createTektonFlags({ client, clock, observedNativeSidecars });
  const start = createStarter({ ...options, findPlural, tektonFlags, betweenReconciles });
  const apply = createApply({ ...options, betweenReconciles, start });
  return {
    name: 'builds',
    workers,
    priorityOf: (key) => priorityOfBuild(cluster, key),
    maxRetryDelayMs: MAX_RETRY_DELAY_MS,
    watch: async (enqueue) => watchBuilds(caches, builders, betweenReconciles, enqueue),
    reconcile: createReconciler({ settings, cluster, betweenReconciles, apply, clock, recordBackend }),
  };
}

function unfinishedBuilds({ builds }: BuildCaches): readonly UnfinishedBuild[] {
  return builds.store.byIndex('active', '').flatMap((build) => {
    if (build.kind !== 'active') return [];
    const { metadata } = build.object;
    const [first = {}] = objectsAt(objectAt(build.object, 'status'), 'steps');
    const state = textAt(first, 'startedAt') === undefined ? 'waiting' : 'running';
    return [{ state, createdMs: Date.parse(textAt(metadata, 'creationTimestamp') ?? '') }] as const;
  });
}
