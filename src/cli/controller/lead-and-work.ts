import { randomUUID } from 'node:crypto';
import { once, setMaxListeners } from 'node:events';
import { hostname } from 'node:os';
import { LEASE } from '../../install/names.ts';
import { lead } from '../../kube/lease/lead.ts';
import { LEASE_TIMES } from '../../kube/lease/leader-options.ts';
import { fieldError } from '../../model/problem.ts';
import { COLLABORATORS } from '../cluster/collaborators.ts';
import type { OpenCluster } from '../cluster/open-cluster.ts';
import { CommandFailure } from '../command-failure.ts';
import { controllersOf, type ControllerWorld } from './controllers.ts';
import { makeWorld } from './make-world.ts';
import type { OwnProcess } from './own-process.ts';
import { runControllers } from './run-controllers.ts';

/** Half of the time that is left of a lease once it is lost: whoever takes it over must not meet us at work. */
const LOSS_TIME = (LEASE_TIMES.leaseDuration - LEASE_TIMES.renewDeadline) / 2;

/** Works while the lease is ours. Caches are kept full from the beginning, so that whoever takes over need not wait for them. */
export async function leadAndWork(
  own: OwnProcess,
  cluster: OpenCluster,
  access: ControllerWorld['access'],
): Promise<void> {
  const { flags, settings, life } = own;
  const identity = `${settings.podName ?? hostname()}_${randomUUID()}`;
  const cacheEnd = new AbortController();
  // Every cache listens to it; Node warns at ten.
  setMaxListeners(0, cacheEnd.signal);
  try {
    const controllers = controllersOf(makeWorld({ own, cluster, access, identity, signal: cacheEnd.signal }));
    // Controllers of different namespaces do not wait for each other.
    const name = flags.namespace === undefined ? LEASE : `${LEASE}.${flags.namespace}`;
    await whileLeading(
      own,
      cluster,
      { namespace: settings.leaseNamespace ?? cluster.namespace, name, identity },
      (over) => runControllers(controllers, own.observation, over),
    );
  } finally {
    cacheEnd.abort();
    await life.cachesEnded();
  }
}

interface Lease {
  readonly namespace: string;
  readonly name: string;
  readonly identity: string;
}

async function whileLeading(
  { life, observation: { log }, stop }: OwnProcess,
  { client }: OpenCluster,
  lease: Lease,
  work: (over: AbortSignal) => Promise<void>,
): Promise<void> {
  const { namespace, name, identity } = lease;
  const report = (error: unknown): void => {
    life.reachLease(false);
    log.failure('the lease could not be read or written', error);
  };
  const heard = (): void => life.reachLease(true);
  life.enter('standby');
  log.info('waits for the lease', { namespace, name, identity });
  const end = await lead(
    { client, collaborators: COLLABORATORS, ...lease, report, heard, signal: stop },
    async (over) => {
      life.enter('leading');
      log.info('leads', { namespace, name });
      await Promise.race([work(over), lossOf(over, stop)]);
      life.enter('stopping');
    },
  );
  if (end === 'lost') throw new CommandFailure([fieldError([], `the lease ${namespace}/${name} is lost`)], 1);
  log.info('ends', { namespace, name });
}

/** Resolves soon after the lease is lost, whatever is under way; not if the process is told to end. */
async function lossOf(over: AbortSignal, stop: AbortSignal): Promise<void> {
  if (!over.aborted) await once(over, 'abort');
  if (stop.aborted) return new Promise(() => undefined);
  await COLLABORATORS.sleep(LOSS_TIME);
}
