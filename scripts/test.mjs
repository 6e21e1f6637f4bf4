// npm test: the checks of npm run check, the bundle, unit tests and goldens. All of it needs Node alone.
import { availableParallelism } from 'node:os';
import { ensureDependencies } from './dependencies.mjs';
import { ALL, testArguments } from './testing/arguments.mjs';
import { checks, unlessUnchanged } from './testing/checks.mjs';
import { check, mochaWithSecondRun, quiet, report, runSuites } from './testing/suites.mjs';

const CLI = 'test/unit/cli';
/** The tests of translations and readers compute most, and depend on the files of the project alone, like a check. */
const TRANSLATIONS = ['translate', 'translators', 'regressions', 'yaml'].map((name) => `test/unit/${name}`);
/** These tests wait for servers in their own process now and then, while the other processes compute. */
const SERVERS = ['git-references', 'http', 'kube', 'registry', 'source-versions', 'webhooks'].map(
  (name) => `test/unit/${name}`,
);
/** Reads texts of a million characters in every entry point. Depends on the files of the project alone, too. */
const LINEAR_TIME = 'test/unit/linear-time';
const OTHERS = [CLI, LINEAR_TIME, ...SERVERS, ...TRANSLATIONS].flatMap((folder) => ['--ignore', `${folder}/**`]);

/** The command's tests run the bundle, so their process starts after the bundle is built. */
const TESTS = [
  check('bundle', 'scripts/bundle.mjs'),
  quiet(mochaWithSecondRun('unit tests and hostile input', 'test/unit', 'test/fuzz', ...OTHERS)),
  unlessUnchanged(quiet(mochaWithSecondRun('translations and goldens', ...TRANSLATIONS, 'test/golden'))),
  quiet(mochaWithSecondRun('requests and servers', ...SERVERS)),
  quiet(mochaWithSecondRun('unit tests of the command', CLI)),
  unlessUnchanged(quiet(mochaWithSecondRun('linear time', LINEAR_TIME))),
  // These tests compare files of the project with each other, and depend on nothing else: like checks.
  unlessUnchanged(quiet(mochaWithSecondRun('architecture and generated files', 'test/project'))),
];

const USAGE = `usage: npm test [-- --all]
Runs the checks, the unit tests and the goldens. Leaves out suites that have passed if no file has changed since, except with --all.
To run one test file, use npx mocha FILE.`;

if (testArguments(USAGE, { options: ALL }) !== undefined) {
  ensureDependencies();
  // Two more at once than there are cores, because tests wait now and then.
  report(await runSuites([...TESTS, ...checks()], { atOnce: availableParallelism() + 2 }), [
    'not run: tests with real servers (npm run test:integration) and on a node (npm run test:e2e), and comparisons with',
    'kpack, the catalog and Tekton (npm run test:peers)',
  ]);
}
