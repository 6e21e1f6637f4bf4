import { runningKpackController } from '../../install/cluster-checks.ts';
import { kpackConflicts } from '../../install/kpack-conflicts.ts';
import { fieldError, type Problem } from '../../model/problem.ts';
import { kubeFailure, openCluster, type OpenCluster } from '../cluster.ts';
import type { ClusterFlags } from '../options.ts';
import { CommandFailure } from '../problems.ts';
import type { Terminal } from '../terminal.ts';

/** Searches the cluster for conflicts with kpack. Each conflict is an error with the command that resolves it. */
export async function checkCluster(flags: ClusterFlags, terminal: Terminal): Promise<void> {
  const problems = await problemsOf(flags, terminal).catch((error: unknown) => {
    throw kubeFailure(error);
  });
  if (problems.length > 0) throw new CommandFailure(problems, 1);
  terminal.output.write('no conflicts with kpack\n');
}

async function problemsOf(flags: ClusterFlags, terminal: Terminal): Promise<readonly Problem[]> {
  const cluster = await openCluster(flags, terminal);
  try {
    return [...(await liveProblems(cluster)), ...(await conflictProblems(cluster))];
  } finally {
    await cluster.close();
  }
}

async function liveProblems({ client }: OpenCluster): Promise<readonly Problem[]> {
  const found = await runningKpackController(client);
  if (found === undefined) return [];
  return [
    fieldError(
      [],
      `kpack's controller runs (${found}) and would work on the same Builds. Run: kubectl delete namespace kpack`,
    ),
  ];
}

async function conflictProblems({ client }: OpenCluster): Promise<readonly Problem[]> {
  return (await kpackConflicts(client)).map(({ name, command }) =>
    fieldError([], `${name} of kpack still exists. Run: ${command}`),
  );
}
