import { ensureDependencies } from '../dependencies.mjs';
import { runNode } from './processes.mjs';
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
