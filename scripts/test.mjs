// npm test: the checks of npm run check, the bundle, unit tests and goldens. All of it needs Node alone.
import { availableParallelism } from 'node:os';
import { ensureDependencies } from './dependencies.mjs';
import { ALL, testArguments } from './testing/arguments.mjs';
import { checks, unlessUnchanged } from './testing/checks.mjs';
import { mochaWithSecondRun } from './testing/second-runs.mjs';
import { check, quiet, report, runSuites } from './testing/suites.mjs';

const SCRIPTS = 'unit tests of scripts';

/** The suites of mocha's tests, the longest first. `the other unit tests` are those of no other suite. */
const SUITES = {
  'the other unit tests': [],
  'translations and goldens': [...inUnit('core/translate', 'core/yaml', 'translators', 'regressions'), 'test/golden'],
  'steps and comparisons with kpack': inUnit(
    'steps',
    'kpack',
    'kpack-builders',
    'kpack-images',
    'kpack-sources',
    'kpack-status',
  ),
  // Its tests run the bundle, which is built beside the suites before it.
  'unit tests of the command': inUnit('cli'),
  // Depends on the history of the project, so this suite always runs.
  [SCRIPTS]: inUnit('scripts'),
  // These tests wait for servers in their own process now and then, while the other processes compute.
  'requests and servers': [
    ...inUnit('clients/git/references', 'clients/http', 'clients/kube', 'clients/registry'),
    ...inUnit('controller/sources/source-versions', 'controller/sources/webhooks'),
  ],
  'hostile input': ['test/fuzz', ...inUnit('linear-time')],
  'architecture and generated files': ['test/project'],
};

const USAGE = `usage: npm test [-- --all]
Runs the checks, the unit tests and the goldens. Leaves out suites that have passed if no file has changed since, except with --all.
To run one test file, use npx mocha FILE.`;

const options = testArguments(USAGE, { options: ALL });
if (options !== undefined) {
  ensureDependencies();
  const skippable = options.all ? (suite) => suite : unlessUnchanged;
  const suites = [...tests(skippable), ...checks().map(skippable)];
  // Two more at once than there are cores, because tests wait now and then.
  report(await runSuites([check('bundle', 'scripts/bundle.mjs'), ...suites], { atOnce: availableParallelism() + 2 }), [
    'not run: tests with real servers (npm run test:integration) and on a node (npm run test:e2e), and comparisons with',
    'kpack, the catalog and Tekton (npm run test:peers)',
  ]);
}

/** Returns the suites of mocha's tests. Calls `skippable` with each suite that depends on the files of the project alone. */
function tests(skippable) {
  const named = Object.values(SUITES).flat();
  const others = ['test/unit', ...named.flatMap((folder) => ['--ignore', `${folder}/**`])];
  return Object.entries(SUITES).map(([name, folders]) => {
    const files = folders.length > 0 ? folders : others;
    if (name === SCRIPTS) return quiet(mochaWithSecondRun(name, ...files));
    return skippable(quiet(mochaWithSecondRun(name, '--require', './test/support/declared-files.cjs', ...files)));
  });
}

function inUnit(...names) {
  return names.map((name) => `test/unit/${name}`);
}
