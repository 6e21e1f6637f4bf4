import type { KubeClient } from '../../clients/kube/client/kube-client.ts';
import type { ObjectName } from '../../clients/kube/client/resource.ts';
import type { ReflectorProblem } from '../../clients/kube/reflector/informer.ts';
import type { RecordEvent } from '../../controller/kit/events.ts';
import type { CacheDependencies } from '../../controller/kit/object-cache.ts';
import type { NetworkCaches } from '../../controller/networks/network-cache.ts';
import type { RegistryAccess } from '../../controller/registry-access/registry-access.ts';
import type { GitAccess } from '../../controller/sources/git-access/git-access.ts';
import type { VersionAccess } from '../../controller/sources/source-versions/version-access.ts';
import { SYSTEM_CLOCK } from '../../core/runtime/clock.ts';
import type { OpenCluster } from '../cluster.ts';
import type { ControllerProcess } from './controller-process.ts';

/** The parts of a process that its controllers share. */
export interface ControllersContext {
  readonly process: Pick<ControllerProcess, 'settings' | 'telemetry' | 'tracer'>;
  readonly client: KubeClient;
  readonly caches: CacheDependencies;
  readonly networks: NetworkCaches;
  readonly access: RegistryAccess;
  readonly git: GitAccess;
  readonly versions: VersionAccess;
  readonly recordEvent: RecordEvent;
  /** The ConfigMap of pushes, if the controller accepts any. */
  readonly pushes: ObjectName | undefined;
  /** The namespace of the DaemonSet that pulls images. A controller of one namespace has none, because nodes belong to all. */
  readonly warmNodesNamespace: string | undefined;
}

/** Returns what all caches of the process share. The signal stops the caches. */
export function cacheDependencies(
  { flags, health, telemetry }: ControllerProcess,
  { transport }: Pick<OpenCluster, 'transport'>,
  signal: AbortSignal,
): CacheDependencies {
  const { log, cacheFailure } = telemetry;
  return {
    transport,
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
