import { runningKpackController } from '../../install/cluster-checks.ts';
import { kpackConflicts } from '../../install/kpack-conflicts.ts';
import { inventoryLines, kpackInventory } from '../../install/kpack-inventory.ts';
import { v1alpha1Lines } from '../../install/v1alpha1-objects.ts';
import { fieldError, type Problem } from '../../core/model/problem.ts';
import { withCluster, type OpenCluster } from '../cluster.ts';
import type { ClusterFlags } from '../options.ts';
import { CommandFailure } from '../problems.ts';
import type { Terminal } from '../terminal.ts';

/**
 * Searches the cluster for conflicts with kpack. Each conflict is an error with the command that resolves it. Prints what
 * taskpack takes over from kpack.
 */
export async function checkCluster(flags: ClusterFlags, terminal: Terminal): Promise<void> {
  const { problems, inventory } = await withCluster(flags, terminal, checked);
  const lines = problems.length > 0 ? inventory : ['no conflicts with kpack', ...inventory];
  terminal.output.write(lines.map((line) => `${line}\n`).join(''));
  if (problems.length > 0) throw new CommandFailure(problems, 1);
}

interface Checked {
  readonly problems: readonly Problem[];
  readonly inventory: readonly string[];
}

async function checked({ client }: OpenCluster): Promise<Checked> {
  const kpack = await runningKpackController(client);
  const problems = [...liveProblems(kpack), ...(await conflictProblems(client))];
  const inventory = [...inventoryLines(await kpackInventory(client), kpack), ...(await v1alpha1Lines(client))];
  return { problems, inventory };
}

function liveProblems(kpack: string | undefined): readonly Problem[] {
  if (kpack === undefined) return [];
  return [fieldError([], `kpack's controller runs (${kpack}) and would work on the same Builds. Run: ${STOP_KPACK}`)];
}

/** Deleting the namespace would also delete the ServiceAccounts and Secrets of builders. */
const STOP_KPACK = 'kubectl scale deployment kpack-controller kpack-webhook --namespace kpack --replicas 0';

async function conflictProblems(client: OpenCluster['client']): Promise<readonly Problem[]> {
  return (await kpackConflicts(client)).map(({ name, command }) =>
    fieldError([], `${name} of kpack still exists. Run: ${command}`),
  );
}
