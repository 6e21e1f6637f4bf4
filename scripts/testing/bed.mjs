import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { ensureDependencies } from '../dependencies.mjs';
import { ROOT } from '../root.mjs';
import { runNode, secondsOfLastChild } from './processes.mjs';
import { missingRequirements } from '../requirements.mjs';

/**
 * Prepares what the tests of a suite (`integration`, `e2e` or `peers`) run: dependencies, the bundle and the suite's
 * programs, which take a quarter of an hour to build the first time. Returns false, after printing why, if that fails.
 */
export async function prepareTestBed(suite) {
  ensureDependencies();
  const missing = await missingRequirements({ root: suite !== 'integration' });
  for (const line of missing) console.error(line);
  return missing.length === 0 && (await succeeds('scripts/bundle.mjs')) && (await buildPrograms(suite));
}

/** Starts a cluster without nodes that suites share. It ends with this process. */
export function startCluster() {
  const script = "require('./test/cluster/commands/running-cluster.ts')";
  const args = ['--require', 'ts-node/register', '--eval', script];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  const printed = once(createInterface({ input: child.stdout }), 'line').then(([file]) => file);
  const file = Promise.race([printed, ended.then(() => undefined)]);
  /** Resolves to the environment variables of tests that use the cluster. */
  const variables = async () => {
    const TEST_BED_CLUSTER = await file;
    if (TEST_BED_CLUSTER === undefined) throw new Error('the cluster could not be started');
    return { TEST_BED_CLUSTER };
  };
  const stop = async () => {
    child.stdin.end();
    await ended;
    console.log(`the cluster of several suites took ${secondsOfLastChild().toFixed(1)} s cpu`);
  };
  return { variables, stop };
}

/** Builds the missing programs of suites, with a line of progress each. */
export function buildPrograms(...suites) {
  const command = "require('./test/cluster/commands/programs.ts')";
  return succeeds('--require', 'ts-node/register', '--eval', command, '--', ...suites);
}

async function succeeds(...args) {
  // The places of the programs are of no interest here.
  const { code } = await runNode(args, (line) => !line.includes('\t') && console.log(line));
  return code === 0;
}
