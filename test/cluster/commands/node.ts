import process from 'node:process';
import { finished } from 'node:stream/promises';
import { startNodeCluster } from '../node/node-cluster.ts';
import { tektonOfEnvironment } from '../tekton/version.ts';

/** Runs a cluster with a node until standard input ends. Prints the variable by which tests attach when the cluster is ready. */
async function main(): Promise<void> {
  const cluster = await startNodeCluster(console.error, tektonOfEnvironment(process.env));
  console.log(`TEST_BED_NODE=${cluster.folder}`);
  const lastWords = await Promise.race([cluster.died, finished(process.stdin.resume()).then(() => undefined)]);
  process.stdin.destroy();
  await cluster.stop();
  if (lastWords !== undefined) throw new Error(lastWords);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
