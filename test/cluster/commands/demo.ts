import process from 'node:process';
import { parseArgs } from 'node:util';
import { ensurePackages } from '../../demo/packages.ts';
import { progressOn } from '../../demo/progress.ts';
import { startedCluster } from '../../demo/started-cluster.ts';
import { whatNow } from '../../demo/what-now.ts';

const USAGE = `npm run demo             from nothing to an application that runs; all of it stays up until Ctrl-C
npm run demo -- --once   the same, but takes all of it down then`;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** `npm run demo`. */
export async function demo(args: readonly string[]): Promise<void> {
  const interruption = new AbortController();
  try {
    await showAll(isOnce(args), interruption);
  } catch (error) {
    // Errors while the demo stops are expected.
    if (interruption.signal.aborted) return;
    console.error(`\n${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

function isOnce(args: readonly string[]): boolean {
  try {
    return parseArgs({ args: [...args], options: { once: { type: 'boolean', default: false } } }).values.once;
  } catch {
    throw new Error(USAGE);
  }
}

async function showAll(endsThen: boolean, interruption: AbortController): Promise<void> {
  const progress = progressOn(process.stdout, () => performance.now());
  await ensurePackages(progress);
  // Loaded late, because the module looks for git when it is loaded.
  const { startSample } = await import('../../demo/running-sample.ts');
  const cluster = await startedCluster(progress);
  // The cluster then stops by itself.
  for (const signal of SIGNALS) process.once(signal, () => announceEnd(interruption));
  try {
    const sample = await startSample(cluster, progress);
    try {
      if (endsThen) return;
      console.log(whatNow(cluster, sample));
      throw new Error(`the cluster is taken down: ${await cluster.died}`);
    } finally {
      await sample.stop();
    }
  } finally {
    await cluster.stop();
  }
}

/** Stopping takes some seconds. */
function announceEnd(interruption: AbortController): void {
  console.log('\ntaking everything down');
  interruption.abort();
}
