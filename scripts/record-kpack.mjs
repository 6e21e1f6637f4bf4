// npm run record:kpack [-- --check]: records the answers of kpack's code that npm test compares with, or checks the recorded ones.
import process from 'node:process';
import { cacheFolder } from './cache-folder.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { ROOT } from './root.mjs';
import { runNode } from './testing/processes.mjs';
import { report } from './testing/suites.mjs';
import { stateOf, unlessPassed } from './testing/unchanged.mjs';

const RECORD = "require('./test/integration/kpack/record.ts')";
/** The inputs of a recording: kpack and the programs around it, and the answers, whose names are hashes of the questions. */
const INPUTS = ['test/cluster/programs/kpack', 'test/unit/kpack/answers'];
const USAGE = `usage: npm run record:kpack [-- --check]
Asks kpack's own code all questions of the tests, and writes its answers into test/unit/kpack/answers. Needs Go.
With --check, compares the recorded answers with kpack's instead, unless this machine has done so before.`;

const args = process.argv.slice(2);
if (args.some((argument) => argument !== '--check')) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  ensureDependencies();
  if (args.length > 0) report([await checked()]);
  else if (!(await ask())) process.exitCode = 1;
}

/** Asks nothing if the inputs are those of a check that passed. npm test shows that the questions are the recorded ones. */
async function checked() {
  const suite = { name: 'recorded answers of kpack', run: check };
  const passed = { currentState: () => stateOf(ROOT, INPUTS), folder: cacheFolder() };
  return { name: suite.name, ...(await unlessPassed(suite, passed).run(console.log)) };
}

async function check() {
  const isPassed = await ask('--check');
  return { passed: isPassed ? 1 : 0, failed: isPassed ? 0 : 1, skipped: 0 };
}

async function ask(...options) {
  const { code } = await runNode(['--require', 'ts-node/register', '--eval', RECORD, '--', ...options], console.log);
  return code === 0;
}
