import { lead } from '../../../src/kube/lease/lead.ts';
import { COLLABORATORS, connected } from './connected.ts';

/** A process that leads when it can: `KUBECONFIG`, namespace and identity are in its environment. It says when it leads. */
export async function holdLease(): Promise<void> {
  const { KUBECONFIG = '', LEASE_NAMESPACE = '', LEASE_IDENTITY = '' } = process.env;
  const { client, close } = await connected(KUBECONFIG);
  const controller = new AbortController();
  process.once('SIGTERM', () => controller.abort());
  const end = await lead(
    {
      client,
      collaborators: COLLABORATORS,
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
