import { TEKTON } from '../../src/core/model/program-versions.ts';
import type { BedVersions } from './bed-versions.ts';
import { startControlPlane, type ControlPlane } from './control-plane/control-plane.ts';
import { newBed } from './processes/bed-processes.ts';
import { ensurePrograms } from './programs/build-programs.ts';
import { startTekton, type Tekton } from './tekton/tekton.ts';

/** A cluster without nodes: the API server admits and stores objects, controllers act on them, and no container runs. */
export interface Cluster extends Pick<ControlPlane, 'client' | 'etcd' | 'kubeconfig' | 'certificates'> {
  readonly tekton: Tekton;
  readonly kubectl: string;
  stop(): Promise<void>;
}

/** The parts of every cluster. */
export const CLUSTER_PROGRAMS = [
  'leash',
  'certificates',
  'etcd',
  'kube-apiserver',
  'kube-controller-manager',
  'kubectl',
  'tekton-webhook',
  'tekton-controller',
] as const;

/** Builds missing programs and starts the cluster. `stop` removes the folder that holds all its files. */
export async function startCluster(say: (line: string) => void, versions: BedVersions = {}): Promise<Cluster> {
  const programs = await ensurePrograms(CLUSTER_PROGRAMS, say, versions);
  const bed = newBed(programs.leash);
  try {
    const controlPlane = await startControlPlane(programs, bed);
    const { client, etcd, kubeconfig, certificates } = controlPlane;
    const version = versions.tekton ?? TEKTON.tested;
    // Without this flag, Tekton's own containers violate the level `restricted` of Pod Security.
    const tekton = await startTekton(controlPlane, programs, { version, flags: { 'set-security-context': 'true' } });
    return { client, etcd, kubeconfig, certificates, tekton, kubectl: programs.kubectl, stop: bed.stop };
  } catch (error) {
    await bed.stop();
    throw error;
  }
}
