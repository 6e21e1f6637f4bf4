import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import process from 'node:process';
import type { NodeCluster } from '../cluster/node/node-cluster.ts';
import { ensurePrograms } from '../cluster/programs/build-programs.ts';
import { ROOT } from '../support/command.ts';

/** Runs `taskpack logs --follow` with the output of this process. Rejects if the Build fails. */
export async function followLog({ kubeconfig }: NodeCluster, build: string): Promise<void> {
  const { leash } = await ensurePrograms(['leash'], console.error);
  const command = path.join(ROOT, 'dist/bundle/taskpack.cjs');
  const args = [process.execPath, command, 'logs', build, '--follow', '--kubeconfig', kubeconfig];
  // Otherwise the command would outlive this process.
  const child = spawn(leash, args, { stdio: ['pipe', 'inherit', 'inherit'] });
  await once(child, 'close');
  if (child.exitCode !== 0) throw new Error(`Build ${build} has failed`);
}
