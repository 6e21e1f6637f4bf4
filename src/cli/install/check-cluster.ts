import { runningKpackController } from '../../install/cluster-checks.ts';
import { kpackConflicts } from '../../install/kpack-conflicts.ts';
import { inventoryLines, kpackInventory } from '../../install/kpack-inventory.ts';
import { v1alpha1Lines } from '../../install/v1alpha1-objects.ts';
import { withCluster, type OpenCluster } from '../cluster.ts';
import type { ClusterFlags } from '../options.ts';
import { failure } from '../problems.ts';
import type { Terminal } from '../terminal.ts';

/**
 * Searches the cluster for conflicts with kpack. Each conflict is an error with the command that resolves it. Prints what
 * taskpack takes over from kpack.
 */
export async function checkCluster(flags: ClusterFlags, terminal: Terminal): Promise<void> {
  const { problems, inventory } = await withCluster(flags, terminal, checked);
  const lines = problems.length > 0 ? inventory : ['no conflicts with kpack', ...inventory];
  terminal.output.write(lines.map((line) => `${line}\n`).join(''));
  if (problems.length > 0) throw failure(problems);
}

interface Checked {
  readonly problems: readonly string[];
  readonly inventory: readonly string[];
}

async function checked({ client }: OpenCluster): Promise<Checked> {
  const kpack = await runningKpackController(client);
  const conflicts = await kpackConflicts(client);
  const problems = [
    ...(kpack === undefined
      ? []
      : [`kpack's controller runs (${kpack}) and would work on the same Builds. Run: ${STOP_KPACK}`]),
    ...conflicts.map(({ name, command }) => `${name} of kpack still exists. Run: ${command}`),
  ];
  const inventory = [...inventoryLines(await kpackInventory(client), kpack), ...(await v1alpha1Lines(client))];
  return { problems, inventory };
}

/** Deleting the namespace would also delete the ServiceAccounts and Secrets of builders. */
const STOP_KPACK = 'kubectl scale deployment kpack-controller kpack-webhook --namespace kpack --replicas 0';
