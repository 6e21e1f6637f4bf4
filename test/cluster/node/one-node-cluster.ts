import { tektonOfEnvironment } from '../tekton/version.ts';
import { startNodeCluster, type NodeCluster } from './node-cluster.ts';

/** Returns the cluster with a node that all tests of a run share. The first call starts it. Mocha's root hook stops it after the last test. */
export function oneNodeCluster(): Promise<NodeCluster> {
  starting ??= startNodeCluster((line) => console.error(line), tektonOfEnvironment(process.env));
  return starting;
}

/** Stops the cluster. The next call of `oneNodeCluster` starts a new one. */
export async function stopNodeCluster(): Promise<void> {
  // A cluster that failed to start has already stopped its programs.
  const cluster = await starting?.catch(() => undefined);
  starting = undefined;
  await cluster?.stop();
}

let starting: Promise<NodeCluster> | undefined;

after('the cluster with a node is stopped', async function () {
  // A busy machine takes more than a minute.
  this.timeout(300_000);
  await stopNodeCluster();
});
