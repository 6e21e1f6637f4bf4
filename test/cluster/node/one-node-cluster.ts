import { startNodeCluster, type NodeCluster } from './node-cluster.ts';

/** One cluster with a node for all the tests of a run: started by the first that asks, stopped after the last. */
export function oneNodeCluster(): Promise<NodeCluster> {
  starting ??= startNodeCluster((line) => console.error(line));
  return starting;
}

/** Makes room for another; the next that asks gets a new one. */
export async function stopNodeCluster(): Promise<void> {
  // A cluster that failed to start has stopped what it had started.
  const cluster = await starting?.catch(() => undefined);
  starting = undefined;
  await cluster?.stop();
}

let starting: Promise<NodeCluster> | undefined;

after('the cluster with a node is stopped', async () => {
  await stopNodeCluster();
});
