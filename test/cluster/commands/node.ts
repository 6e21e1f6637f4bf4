import process from 'node:process';
import { finished } from 'node:stream/promises';
import { pushOwnImages } from '../../support/own-images.ts';
import { versionsOfEnvironment } from '../bed-versions.ts';
import { startNodeCluster } from '../node/node-cluster.ts';
import { pushRunningUniverse } from '../universe/running-universe.ts';

/**
 * Runs a cluster with a node until standard input ends. Pushes the images of most tests, so that processes that attach do not push them
 * at the same time. Then prints the variable by which tests attach.
 */
async function main(): Promise<void> {
  const cluster = await startNodeCluster(console.error, versionsOfEnvironment(process.env));
  try {
    await pushRunningUniverse(cluster.registry);
    await pushOwnImages(cluster.registry);
    console.log(`TEST_BED_NODE=${cluster.folder}`);
    const lastWords = await Promise.race([cluster.died, finished(process.stdin.resume()).then(() => undefined)]);
    if (lastWords !== undefined) throw new Error(lastWords);
  } finally {
    process.stdin.destroy();
    await cluster.stop();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
