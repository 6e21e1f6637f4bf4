import { namespaceContents } from '../../install/namespace-contents.ts';
import { countObjects } from '../../install/object-counts.ts';
import { removalLines, removalMessages, type RemovalInventory } from '../../install/removal-effects.ts';
import type { RemovalScope } from '../../install/removal.ts';
import { withCluster } from '../cluster.ts';
import type { ClusterFlags } from '../options.ts';
import { failure } from '../problems.ts';
import type { Terminal } from '../terminal.ts';

/** Prints the effect of a removal on the objects of a cluster. Fails if Builds have not finished, or objects would be lost with the namespace. */
export async function checkRemoval(flags: ClusterFlags, scope: RemovalScope, terminal: Terminal): Promise<void> {
  const inventory = await withCluster(flags, terminal, async ({ client }): Promise<RemovalInventory> => {
    const counts = await countObjects(client);
    return { counts, contents: scope.namespace === 'keep' ? [] : await namespaceContents(client) };
  });
  terminal.output.write(
    removalLines(inventory, scope)
      .map((line) => `${line}\n`)
      .join(''),
  );
  const messages = removalMessages(inventory, scope);
  if (messages.length > 0) throw failure(messages);
}
