import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { ensureDependencies } from './dependencies.mjs';
import { ROOT } from './root.mjs';
import { runWaiterTests } from './waiter-tests.mjs';

/** What must hold beside the tests: name, program of an installed package, its arguments. */
const CHECKS = [
  ['lint', 'oxlint/bin/oxlint', '--type-aware', '--deny-warnings'],
  ['format', 'prettier/bin/prettier.cjs', '--check', '.'],
  ['types', 'typescript/bin/tsc', '--noEmit'],
  ['dead code', 'knip/bin/knip.js'],
];
/** Folders of test/integration whose tests need no cluster. */
const WITHOUT_CLUSTER = [
  'builders',
  'completion',
  'entrypoint',
  'images',
  'kpack',
  'kpack-builders',
  'kpack-status',
  'registry',
  'schemas',
  'steps',
  'tekton-bundle',
  'universe',
].map((folder) => `test/integration/${folder}`);
const UNIT = ['test/unit', 'test/golden', 'test/regressions', 'test/architecture.test.ts', 'test/generated.test.ts'];
const CONTROLLERS = 'test/integration/controllers';
/** Arguments of mocha, for processes side by side, as none keeps two processors busy; those with a cluster have one each. */
const TESTS = [
  UNIT,
  WITHOUT_CLUSTER,
  [CONTROLLERS],
  ['test/integration', ...[CONTROLLERS, ...WITHOUT_CLUSTER].flatMap((folder) => ['--ignore', `${folder}/**`])],
];
const CLOSING_LINE = /^(?<passed>\d+) passed, (?<failed>\d+) failed(?:, (?<skipped>\d+) skipped)?$/;

ensureDependencies();
// Not before the dependencies are installed.
const { require } = await import('./typescript.mjs');
await require('../test/cluster/commands/packages.ts').ensurePackages(console.error);
const [failedChecks, waiterTests] = await Promise.all([runChecks(), runWaiterTests()]);
const suites = [waiterTests, ...(await Promise.all(TESTS.map(runTests)))];
for (const name of failedChecks) console.log(`failed: ${name}`);
const failures = sum('failed') + failedChecks.length;
if (failures > 0) process.exitCode = 1;
// A check counts as a test.
const successes = sum('passed') + CHECKS.length + 1 - failedChecks.length;
console.log(`${successes} passed, ${failures} failed${sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''}`);

function sum(count) {
  return suites.reduce((total, counts) => total + counts[count], 0);
}

/** Resolves to the names of those that failed. */
async function runChecks() {
  const failed = [];
  for (const [name, program, ...args] of CHECKS) {
    if (!(await passes(name, [`node_modules/${program}`, ...args]))) failed.push(name);
  }
  if (!(await passes('bundle', ['scripts/bundle.mjs']))) failed.push('bundle');
  return failed;
}

/** Runs a check; its output is worth reading only if it fails. */
async function passes(name, args) {
  const output = [];
  const code = await node(args, (line) => output.push(line));
  console.log(`${code === 0 ? 'ok' : 'failed'}: ${name}`);
  if (code !== 0) console.log(output.join('\n'));
  return code === 0;
}

/** Runs tests, passing on what they print but their closing line. A run without one, or of nothing, is one failure. */
async function runTests(args) {
  let counts;
  const code = await node(['node_modules/mocha/bin/mocha.js', ...args], (line) => {
    const match = CLOSING_LINE.exec(line);
    if (match === null) console.log(line);
    else counts = match.groups;
  });
  const passed = Number(counts?.passed ?? 0);
  const failed = Number(counts?.failed ?? 0);
  const isBroken = failed === 0 && (code !== 0 || passed === 0);
  return { passed, failed: failed + (isBroken ? 1 : 0), skipped: Number(counts?.skipped ?? 0) };
}

/** Runs Node in the project and hands over every line of both its streams. */
function node(args, onLine) {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', onLine);
  return new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)));
}
