import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { ensureDependencies } from './dependencies.mjs';
import { ROOT } from './root.mjs';
import { runWaiterTests } from './waiter-tests.mjs';

/** What must hold beside the tests: name, program, its arguments. */
const CHECKS = [
  ['lint', 'node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings'],
  ['format', 'node_modules/prettier/bin/prettier.cjs', '--check', '.'],
  ['types', 'node_modules/typescript/bin/tsc', '--noEmit'],
  ['dead code', 'node_modules/knip/bin/knip.js'],
  ['bundle', 'scripts/bundle.mjs'],
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
const CONTROLLERS = 'test/integration/controllers';
/** Arguments of mocha by name, for processes side by side, as none keeps two processors busy; those with a cluster have one each. */
const TESTS = {
  unit: ['test/unit', 'test/golden', 'test/regressions', 'test/architecture.test.ts', 'test/generated.test.ts'],
  'without-cluster': WITHOUT_CLUSTER,
  controllers: [CONTROLLERS],
  cluster: ['test/integration', ...[CONTROLLERS, ...WITHOUT_CLUSTER].flatMap((folder) => ['--ignore', `${folder}/**`])],
};
const PARTS = ['checks', ...Object.keys(TESTS)];
const CLOSING_LINE = /^(?<passed>\d+) passed, (?<failed>\d+) failed(?:, (?<skipped>\d+) skipped)?$/;

const { values, positionals: named } = parseArgs({
  options: { but: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = named.filter((name) => !PARTS.includes(name));
if (unknown.length > 0) {
  console.error(`npm test has no part ${unknown.join(', ')}: its parts are ${PARTS.join(', ')}`);
  process.exitCode = 2;
} else {
  await run(named.length === 0 ? PARTS : PARTS.filter((name) => named.includes(name) !== values.but));
}

async function run(parts) {
  ensureDependencies();
  // Not before the dependencies are installed.
  const { require } = await import('./typescript.mjs');
  await require('../test/cluster/commands/packages.ts').ensurePackages(console.error);
  const checked = parts.includes('checks') ? await Promise.all([runChecks(), runWaiterTests()]) : [];
  const tested = await Promise.all(parts.filter((name) => name in TESTS).map((name) => runTests(TESTS[name])));
  report([...checked, ...tested]);
}

function report(suites) {
  const sum = (count) => suites.reduce((total, counts) => total + counts[count], 0);
  for (const name of suites.flatMap(({ names = [] }) => names)) console.log(`failed: ${name}`);
  const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map(sum);
  if (failed > 0) process.exitCode = 1;
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
}

/** Each counts as a test; those that failed are worth naming once more at the end. */
async function runChecks() {
  const failed = [];
  for (const [name, ...args] of CHECKS) if (!(await passes(name, args))) failed.push(name);
  return { passed: CHECKS.length - failed.length, failed: failed.length, skipped: 0, names: failed };
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
