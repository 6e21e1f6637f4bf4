import { versionsOfEnvironment } from '../bed-versions.ts';
import { attachedCluster } from './attached-cluster.ts';
import { startNodeCluster, type NodeCluster } from './node-cluster.ts';

/**
 * Returns the cluster with a node that all tests of a run share: the running one in the folder that `TEST_BED_NODE` names, or one that
 * the first call starts. Mocha's root hook stops a started cluster after the last test.
 */
export function oneNodeCluster(): Promise<NodeCluster> {
  starting ??= clusterOf(process.env);
  return starting;
}

async function clusterOf(environment: NodeJS.ProcessEnv): Promise<NodeCluster> {
  const { TEST_BED_NODE: folder } = environment;
  const versions = versionsOfEnvironment(environment);
  if (folder !== undefined) return attachedCluster(folder, versions);
  return startNodeCluster((line) => console.error(line), versions);
}

/** Stops the cluster, unless another process has started it. The next call of `oneNodeCluster` starts a new one. */
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
