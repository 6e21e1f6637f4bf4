import { versionsOfEnvironment } from './bed-versions.ts';
import { attachedCluster } from './attached-cluster.ts';
import { startCluster, type Cluster } from './cluster.ts';

/**
 * Returns the cluster that all tests of a run share: the one that the environment names, if any. Otherwise the first call starts
 * a cluster, and Mocha's root hook stops it after the last test.
 */
export async function sharedCluster(): Promise<Cluster> {
  starting ??= start();
  return starting;
}

async function start(): Promise<Cluster> {
  const attached = attachedCluster(process.env);
  return attached ?? startCluster((line) => console.error(line), versionsOfEnvironment(process.env));
}

let starting: Promise<Cluster> | undefined;

after('the cluster is stopped', async function () {
  // A busy machine takes more than a minute.
  this.timeout(300_000);
  // A cluster that failed to start has already stopped its programs.
  const cluster = await starting?.catch(() => undefined);
  await cluster?.stop();
});
