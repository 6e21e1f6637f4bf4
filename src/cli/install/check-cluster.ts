import { leftovers } from '../../install/checks/leftovers.ts';
import { liveKpack } from '../../install/checks/live-kpack.ts';
import { fieldError, type Problem } from '../../model/problem.ts';
import { kubeFailure } from '../cluster/kube-failure.ts';
import { openCluster, type OpenCluster } from '../cluster/open-cluster.ts';
import { CommandFailure } from '../command-failure.ts';
import type { Terminal } from '../terminal.ts';
import type { InstallFlags } from './flags.ts';

/** Looks for what of kpack stands in the way of the controller; each finding is an error that says what to do. */
export async function checkCluster(flags: InstallFlags, terminal: Terminal): Promise<void> {
  const problems = await problemsOf(flags, terminal).catch((error: unknown) => {
    throw kubeFailure(error);
  });
  if (problems.length > 0) throw new CommandFailure(problems, 1);
  terminal.output.write('nothing of kpack is in the way\n');
}

async function problemsOf(flags: InstallFlags, terminal: Terminal): Promise<readonly Problem[]> {
  const cluster = await openCluster(flags, terminal);
  try {
    return [...(await liveProblems(cluster)), ...(await leftoverProblems(cluster))];
  } finally {
    await cluster.close();
  }
}

async function liveProblems({ client }: OpenCluster): Promise<readonly Problem[]> {
  const found = await liveKpack(client);
  if (found === undefined) return [];
  return [fieldError([], `kpack's own controller runs (${found}): kubectl delete namespace kpack`)];
}

async function leftoverProblems({ client }: OpenCluster): Promise<readonly Problem[]> {
  return (await leftovers(client)).map(({ what, command }) => fieldError([], `${what} is left of kpack: ${command}`));
}
