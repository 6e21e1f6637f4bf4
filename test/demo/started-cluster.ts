import { startNodeCluster, type NodeCluster } from '../cluster/node/node-cluster.ts';
import { ensurePrograms } from '../cluster/programs/build-programs.ts';
import { PROGRAMS } from '../cluster/programs/program.ts';
import type { Progress } from './progress.ts';

/** The test bed's cluster with a node; what it is made of is built first, which takes minutes the first time. */
export async function startedCluster(progress: Progress): Promise<NodeCluster> {
  return progress.step(
    'cluster',
    async () => {
      // The launcher is not the cluster's: whatever is to be built is built at once.
      await ensurePrograms(['lifecycle', 'launcher'], progress.note);
      return startNodeCluster(progress.note);
    },
    () =>
      `Kubernetes ${PROGRAMS['kube-apiserver'].version} with one node, and Tekton ${PROGRAMS['tekton-controller'].version}`,
  );
}
