import { startCluster, type Cluster } from './cluster.ts';

/** One cluster for all the tests of a run: started by the first that asks, stopped after the last. */
export function sharedCluster(): Promise<Cluster> {
  starting ??= startCluster((line) => console.error(line));
  return starting;
}

let starting: Promise<Cluster> | undefined;

after('the cluster is stopped', async () => {
  // A cluster that failed to start has stopped what it had started.
  const cluster = await starting?.catch(() => undefined);
  await cluster?.stop();
});
