import { eventRecorder, type EventRecorder, type RecordEvent } from '../../controller/kit/events.ts';
import type { CacheDependencies } from '../../controller/kit/object-cache.ts';
import type { NetworkCaches } from '../../controller/networks/network-cache.ts';
import type { GitAccess } from '../../controller/sources/git-access/git-access.ts';
import { kubeClient, type KubeClient } from '../../clients/kube/client/kube-client.ts';
import type { ObjectName } from '../../clients/kube/client/resource.ts';
import type { ReflectorProblem } from '../../clients/kube/reflector/informer.ts';
import { limitConcurrency } from '../../clients/kube/transport/limit-concurrency.ts';
import type { BuildMetrics } from '../../controller/observability/build-metrics.ts';
import type { GitMetrics } from '../../controller/observability/git-metrics.ts';
import type { ImageMetrics } from '../../controller/observability/image-metrics.ts';
import type { RegistryAccess } from '../../controller/registry-access/registry-access.ts';
import type { VersionAccess } from '../../controller/sources/source-versions/version-access.ts';
import { SYSTEM_CLOCK } from '../../core/runtime/clock.ts';
import type { ControllerSettings } from '../../core/settings/controller-settings.ts';
import type { OpenCluster } from '../cluster.ts';
import type { ControllerProcess } from './controller-process.ts';
import type { BuildWatcher } from './finished-builds.ts';

/** The dependencies that the controllers of a process share. */
export interface ControllersDependencies {
  readonly settings: ControllerSettings;
  readonly client: KubeClient;
  readonly caches: CacheDependencies;
  readonly access: RegistryAccess;
  readonly git: GitAccess;
  readonly versions: VersionAccess;
  readonly networks: NetworkCaches;
  readonly recordEvent: RecordEvent;
  readonly closeEvents: EventRecorder['close'];
  readonly watcher: BuildWatcher;
  readonly setUnfinished: BuildMetrics['setUnfinished'];
  readonly sources: Pick<GitMetrics, 'resolution'>;
  readonly images: ImageMetrics;
  /** The ConfigMap of pushes, if the controller accepts any. */
  readonly pushes: ObjectName | undefined;
  /** The namespace of the DaemonSet that pulls images. A controller of one namespace has none, because nodes belong to all. */
  readonly warmNodesNamespace: string | undefined;
}

export interface DependencyOptions {
  readonly process: ControllerProcess;
  readonly cluster: OpenCluster;
  readonly access: ControllersDependencies['access'];
  readonly git: GitAccess;
  readonly versions: VersionAccess;
  readonly networks: NetworkCaches;
  readonly pushes: ControllersDependencies['pushes'];
  readonly warmNodesNamespace: ControllersDependencies['warmNodesNamespace'];
  /** The name of this process in Events. */
  readonly identity: string;
  /** Stops the caches. */
  readonly signal: AbortSignal;
}

/**
 * The most calls of the controllers at the same time. The workers of one controller can fill this number, so that its calls get the
 * share of their priority. There are more connections, for the Lease and for lists.
 */
const MAX_RUNNING_CALLS = 24;

/** Connects the controllers to the cluster, the log and the metrics. */
export function controllersDependencies(options: DependencyOptions): ControllersDependencies {
  const { process, cluster, access, git, versions, networks, pushes, warmNodesNamespace, identity } = options;
  // Caches and the Lease do not share this limit.
  const client = kubeClient(limitConcurrency(cluster.transport, MAX_RUNNING_CALLS));
  const { log, contexts, builds: metrics, sources, images } = process.telemetry;
  const { recordEvent, close: closeEvents } = eventRecorder({
    client,
    clock: SYSTEM_CLOCK,
    random: Math.random,
    reporter: { controller: 'taskpack.dev/controller', instance: identity },
    report: (error) => log.failure('an Event could not be written; the controller continues', error),
  });
  return {
    settings: process.settings,
    client,
    caches: cacheDependencies(options),
    access,
    git,
    versions,
    networks,
    recordEvent,
    closeEvents,
    watcher: { metrics, log, contexts, tracer: process.tracer },
    setUnfinished: metrics.setUnfinished,
    sources,
    images,
    pushes,
    warmNodesNamespace,
  };
}

/** Returns what all caches of the process share. */
export function cacheDependencies({
  process,
  cluster,
  signal,
}: Pick<DependencyOptions, 'process' | 'cluster' | 'signal'>): CacheDependencies {
  const { flags, health, telemetry } = process;
  const { log, cacheFailure } = telemetry;
  return {
    transport: cluster.transport,
    clock: SYSTEM_CLOCK,
    random: Math.random,
    signal,
    ...(flags.namespace !== undefined && { namespace: flags.namespace }),
    onOpen: health.addCache,
    report: ({ resource: { plural }, during, key, error }) => {
      cacheFailure(plural, during);
      log.failure(cacheFailureMessage(plural, during), error, { key });
    },
  };
}

function cacheFailureMessage(plural: string, during: ReflectorProblem['during']): string {
  switch (during) {
    case 'list':
      return `cannot list ${plural}; the controller tries again`;
    case 'watch':
      return `cannot watch ${plural}; the controller tries again`;
    case 'read':
      return `cannot read an object of ${plural}; the cache keeps its previous version`;
    case 'handle':
      return `cannot handle a change of ${plural}`;
  }
}
