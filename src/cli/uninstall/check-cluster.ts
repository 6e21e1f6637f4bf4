import { removalLines, removalMessages } from '../../install/removal-effects.ts';
import { removalInventory, type RemovalInventory } from '../../install/removal-inventory.ts';
import type { RemovalScope } from '../../install/removal.ts';
import { fieldError } from '../../model/problem.ts';
import { kubeFailure, openCluster } from '../cluster.ts';
import type { ClusterFlags } from '../options.ts';
import { CommandFailure } from '../problems.ts';
import type { Terminal } from '../terminal.ts';

/** Prints the effect of a removal on the objects of a cluster. Fails if Builds have not finished, or objects would be lost with the namespace. */
export async function checkRemoval(flags: ClusterFlags, scope: RemovalScope, terminal: Terminal): Promise<void> {
  const inventory = await inventoryOf(flags, terminal).catch((error: unknown) => {
    throw kubeFailure(error);
  });
  terminal.output.write(
    removalLines(inventory, scope)
      .map((line) => `${line}\n`)
      .join(''),
  );
  const messages = removalMessages(inventory, scope);
  if (messages.length > 0)
    throw new CommandFailure(
      messages.map((message) => fieldError([], message)),
      1,
    );
}

async function inventoryOf(flags: ClusterFlags, terminal: Terminal): Promise<RemovalInventory> {
  const cluster = await openCluster(flags, terminal);
  try {
    return await removalInventory(cluster.client);
  } finally {
    await cluster.close();
  }
}
