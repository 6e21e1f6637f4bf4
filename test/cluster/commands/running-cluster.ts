import path from 'node:path';
import { finished } from 'node:stream/promises';
import { versionsOfEnvironment } from '../bed-versions.ts';
import { startCluster } from '../cluster.ts';
import { describeCluster } from '../running-cluster.ts';

/** Runs a cluster without nodes until standard input ends. Prints the value of `TEST_BED_CLUSTER`, with which tests use the cluster. */
async function main(): Promise<void> {
  const cluster = await startCluster(console.error, versionsOfEnvironment(process.env));
  try {
    const file = path.join(path.dirname(cluster.kubeconfig), 'cluster.json');
    describeCluster(cluster, file);
    console.log(file);
    await finished(process.stdin.resume());
  } finally {
    await cluster.stop();
  }
}

void main();
