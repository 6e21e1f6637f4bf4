import path from 'node:path';
import { finished } from 'node:stream/promises';
import { writeAttachment } from '../attached-cluster.ts';
import { versionsOfEnvironment } from '../bed-versions.ts';
import { startCluster } from '../cluster.ts';

/** Runs a cluster without nodes until standard input ends. Prints the variable by which tests attach when the cluster is ready. */
async function main(): Promise<void> {
  const cluster = await startCluster(console.error, versionsOfEnvironment(process.env));
  try {
    const file = path.join(path.dirname(cluster.kubeconfig), 'attachment.json');
    writeAttachment(cluster, file);
    console.log(`TEST_BED_CLUSTER=${file}`);
    await finished(process.stdin.resume());
  } finally {
    await cluster.stop();
  }
}

void main();
