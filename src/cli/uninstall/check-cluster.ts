import { countObjects, type ObjectCount } from '../../install/object-counts.ts';
import { removalLines, removalMessages } from '../../install/removal-effects.ts';
import type { RemovalScope } from '../../install/removal.ts';
import { fieldError } from '../../model/problem.ts';
import { kubeFailure, openCluster } from '../cluster.ts';
import type { ClusterFlags } from '../options.ts';
import { CommandFailure } from '../problems.ts';
import type { Terminal } from '../terminal.ts';

/** Prints the effect of a removal on the objects of a cluster. Fails if Builds have not finished, or objects would be lost with the namespace. */
export async function checkRemoval(flags: ClusterFlags, scope: RemovalScope, terminal: Terminal): Promise<void> {
  const counts = await countedObjects(flags, terminal).catch((error: unknown) => {
    throw kubeFailure(error);
  });
  terminal.output.write(
    removalLines(counts, scope)
      .map((line) => `${line}\n`)
      .join(''),
  );
  const messages = removalMessages(counts, scope);
  if (messages.length > 0)
    throw new CommandFailure(
      messages.map((message) => fieldError([], message)),
      1,
    );
}

async function countedObjects(flags: ClusterFlags, terminal: Terminal): Promise<readonly ObjectCount[]> {
  const cluster = await openCluster(flags, terminal);
  try {
    return await countObjects(cluster.client);
  } finally {
    await cluster.close();
  }
}
