import { eventRecorder } from '../../controllers/cluster/event-recorder.ts';
import { COLLABORATORS } from '../cluster/collaborators.ts';
import type { OpenCluster } from '../cluster/open-cluster.ts';
import type { ControllerWorld } from './controllers.ts';
import type { OwnProcess } from './own-process.ts';

export interface WorldOptions {
  readonly own: OwnProcess;
  readonly cluster: OpenCluster;
  readonly access: ControllerWorld['access'];
  /** Which process this is, to who reads Events. */
  readonly identity: string;
  /** Ends the caches. */
  readonly signal: AbortSignal;
}

/** What the controllers of a process are made of. */
export function makeWorld({ own, cluster, access, identity, signal }: WorldOptions): ControllerWorld {
  const { flags, settings, life, observation } = own;
  const { transport, client } = cluster;
  const { log, traces, builds: metrics, cacheFailure } = observation;
  const collaborators = COLLABORATORS;
  const caches: ControllerWorld['caches'] = {
    transport,
    collaborators,
    signal,
    ...(flags.namespace !== undefined && { namespace: flags.namespace }),
    onOpen: life.keep,
    report: ({ resource, during, key, error }) => {
      cacheFailure(resource.plural, during);
      log.failure(`the cache of ${resource.plural}: ${during} failed`, error, { key });
    },
  };
  const recordEvent = eventRecorder({
    client,
    collaborators,
    reporter: { controller: 'taskpack.dev/controller', instance: identity },
    report: (error) => log.failure('an Event could not be written', error),
  });
  return { settings, client, collaborators, caches, access, recordEvent, watcher: { metrics, log, traces } };
}
