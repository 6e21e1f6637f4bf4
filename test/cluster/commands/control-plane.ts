import { finished } from 'node:stream/promises';
import { startControlPlane } from '../control-plane/control-plane.ts';
import { newBed } from '../processes/bed-processes.ts';
import { ensurePrograms } from '../programs/build-programs.ts';

const NAMES = ['leash', 'certificates', 'etcd', 'kube-apiserver', 'kube-controller-manager'] as const;

/** Runs a control plane until standard input ends; `TEST_BED_PROGRAMS` is JSON with the programs to use instead of the bed's. */
async function main(): Promise<void> {
  const others = JSON.parse(process.env['TEST_BED_PROGRAMS'] ?? '{}') as object;
  const programs = { ...(await ensurePrograms(NAMES, console.error)), ...others };
  const bed = newBed(programs.leash);
  console.log(bed.folder);
  try {
    const { kubeconfig } = await startControlPlane(programs, bed);
    console.log(kubeconfig);
    await finished(process.stdin.resume());
  } finally {
    await bed.stop();
  }
}

void main();
