import { installCrds } from '../../../cluster/custom-resources.ts';
import { startKillableServer, type KillableServer } from '../../kube/killable-server.ts';
import type { Place } from '../builds/build-suite.ts';

/** An API server for one test, with kpack's kinds and without Tekton, that the test can kill. */
export async function killablePlace(): Promise<Place<KillableServer>> {
  const cluster = await startKillableServer();
  await installCrds(cluster);
  return { cluster, kubeconfig: cluster.kubeconfig, stop: cluster.stop };
}
