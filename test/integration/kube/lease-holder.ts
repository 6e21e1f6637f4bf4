import { runAsLeader } from '../../../src/clients/kube/leader-election/leader-election.ts';
import { SYSTEM_CLOCK } from '../../../src/core/runtime/clock.ts';
import { connected } from './connected.ts';

/** A process that competes for the lease and prints when it leads. `KUBECONFIG`, namespace and identity are environment variables. */
export async function holdLease(): Promise<void> {
  const { KUBECONFIG = '', LEASE_NAMESPACE = '', LEASE_IDENTITY = '' } = process.env;
  const { client, close } = await connected(KUBECONFIG);
  const controller = new AbortController();
  process.once('SIGTERM', () => controller.abort());
  const end = await runAsLeader(
    {
      client,
      clock: SYSTEM_CLOCK,
      random: Math.random,
      namespace: LEASE_NAMESPACE,
      name: 'controller',
      identity: LEASE_IDENTITY,
      report: (error) => console.error(String(error)),
      signal: controller.signal,
    },
    async (stop) => {
      console.log('leads');
      if (!stop.aborted) await new Promise((resolve) => stop.addEventListener('abort', resolve));
    },
  );
  console.log(end);
  await close();
}
