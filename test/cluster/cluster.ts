import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startControlPlane, type ControlPlane } from './control-plane/control-plane.ts';
import { ensurePrograms } from './programs/build-programs.ts';
import { startTekton, type Tekton } from './tekton/tekton.ts';

/** A cluster without nodes: what is created is admitted, stored and acted on, and no container runs. */
export interface Cluster extends Pick<ControlPlane, 'client' | 'kubeconfig' | 'certificates'> {
  readonly tekton: Tekton;
  readonly kubectl: string;
  stop(): Promise<void>;
}

const NAMES = [
  'leash',
  'certificates',
  'etcd',
  'kube-apiserver',
  'kube-controller-manager',
  'kubectl',
  'tekton-webhook',
  'tekton-controller',
] as const;

/** Builds what is missing and starts everything; all its files are in one folder, which goes with it. */
export async function startCluster(say: (line: string) => void): Promise<Cluster> {
  const programs = await ensurePrograms(NAMES, say);
  const folder = mkdtempSync(path.join(tmpdir(), 'taskpack-bed-'));
  const controlPlane = await startControlPlane(programs, folder);
  const stop = async (): Promise<void> => {
    await controlPlane.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const { client, kubeconfig, certificates } = controlPlane;
    return {
      client,
      kubeconfig,
      certificates,
      kubectl: programs.kubectl,
      tekton: await startTekton(controlPlane, programs),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
