import { startNodeCluster, type NodeCluster } from '../cluster/node/node-cluster.ts';
import { ensurePrograms } from '../cluster/programs/build-programs.ts';
import { PROGRAMS } from '../cluster/programs/program.ts';
import type { Progress } from './progress.ts';

/** Starts the test bed's cluster with a node. The first run builds the programs, which takes minutes. */
export async function startedCluster(progress: Progress): Promise<NodeCluster> {
  return progress.step(
    'cluster',
    async () => {
      // The cluster does not need the launcher, but one step builds all programs.
      await ensurePrograms(['lifecycle', 'launcher'], progress.note);
      return startNodeCluster(progress.note);
    },
    () =>
      `Kubernetes ${PROGRAMS['kube-apiserver'].version} with one node, and Tekton ${PROGRAMS['tekton-controller'].version}`,
  );
}
