import { architectureSelectorLines } from '../../install/architecture-selectors.ts';
import { namespaceContents } from '../../install/namespace-contents.ts';
import { countObjects } from '../../install/object-counts.ts';
import { removalLines, removalMessages, type RemovalInventory } from '../../install/removal-effects.ts';
import type { RemovalScope } from '../../install/removal.ts';
import { withCluster, type OpenCluster } from '../cluster.ts';
import type { ClusterFlags } from '../options.ts';
import { failure } from '../problems.ts';
import type { Terminal } from '../terminal.ts';

/** Prints the effect of a removal on the objects of a cluster. Fails if Builds have not finished, or objects would be lost with the namespace. */
export async function checkRemoval(flags: ClusterFlags, scope: RemovalScope, terminal: Terminal): Promise<void> {
  const { inventory, selectors } = await withCluster(flags, terminal, async ({ client }) => checked(client, scope));
  terminal.output.write([...removalLines(inventory, scope), ...selectors].map((line) => `${line}\n`).join(''));
  const messages = removalMessages(inventory, scope);
  if (messages.length > 0) throw failure(messages);
}

interface Checked {
  readonly inventory: RemovalInventory;
  /** The lines about objects that kpack refuses. */
  readonly selectors: readonly string[];
}

async function checked(client: OpenCluster['client'], scope: RemovalScope): Promise<Checked> {
  const counts = await countObjects(client);
  return {
    inventory: { counts, contents: scope.namespace === 'keep' ? [] : await namespaceContents(client) },
    selectors: scope.definitions === 'keep' ? await architectureSelectorLines(client) : [],
  };
}
