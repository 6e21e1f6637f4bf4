import { installCrds } from '../../../cluster/custom-resources.ts';
import { startKillableServer, type KillableServer } from '../../kube/killable-server.ts';
import type { Place } from '../build/build-suite.ts';

/** A server of its own, with kpack's kinds and without Tekton, that may be killed. */
export async function killablePlace(): Promise<Place<KillableServer>> {
  const cluster = await startKillableServer();
  await installCrds(cluster);
  return { cluster, kubeconfig: cluster.kubeconfig, stop: cluster.stop };
}
