import { versionsOfEnvironment } from './bed-versions.ts';
import { startCluster, type Cluster } from './cluster.ts';

/** Returns the cluster that all tests of a run share. The first call starts it. Mocha's root hook stops it after the last test. */
export function sharedCluster(): Promise<Cluster> {
  starting ??= startCluster((line) => console.error(line), versionsOfEnvironment(process.env));
  return starting;
}

let starting: Promise<Cluster> | undefined;

after('the cluster is stopped', async function () {
  // A busy machine takes more than a minute.
  this.timeout(300_000);
  // A cluster that failed to start has already stopped its programs.
  const cluster = await starting?.catch(() => undefined);
  await cluster?.stop();
});
