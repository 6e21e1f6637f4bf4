import { startControlPlane, type ControlPlane } from '../../cluster/control-plane/control-plane.ts';
import { newBed } from '../../cluster/processes/bed-processes.ts';
import { versionsOfEnvironment } from '../../cluster/bed-versions.ts';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';

/** A cluster without nodes, Tekton and definitions. Tests that remove an installation cannot share their cluster. */
export interface EmptyCluster extends Pick<ControlPlane, 'client' | 'kubeconfig'> {
  readonly kubectl: string;
  readonly stop: () => Promise<void>;
}

/** Starts the cluster. `stop` removes the folder that holds all its files. */
export async function startEmptyCluster(): Promise<EmptyCluster> {
  const programs = await ensurePrograms(
    ['leash', 'certificates', 'etcd', 'kube-apiserver', 'kube-controller-manager', 'kubectl'],
    console.error,
    versionsOfEnvironment(process.env),
  );
  const bed = newBed(programs.leash);
  try {
    const { client, kubeconfig } = await startControlPlane(programs, bed);
    return { client, kubeconfig, kubectl: programs.kubectl, stop: bed.stop };
  } catch (error) {
    await bed.stop();
    throw error;
  }
}
