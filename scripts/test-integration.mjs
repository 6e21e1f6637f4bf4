// npm run test:integration: tests with a real API server, Tekton, registries and kpack's code, without a node.
import { prepareTestBed } from './testing/bed.mjs';
import { goTests } from './testing/go-tests.mjs';
import { mocha, report, runSuites } from './testing/suites.mjs';

const FOLDER = 'test/integration';
const CONTROLLERS = `${FOLDER}/controllers`;
/** Folders whose tests need no cluster. */
const WITHOUT_CLUSTER = [
  'builders',
  'completion',
  'entrypoint',
  'images',
  'kpack',
  'kpack-builders',
  'kpack-status',
  'package',
  'registry',
  'schemas',
  'shells',
  'steps',
  'tekton-bundle',
  'universe',
].map((folder) => `${FOLDER}/${folder}`);

/** No suite keeps a core busy, so all run at once. The two with a cluster start one each. */
const SUITES = [
  mocha('controllers', CONTROLLERS),
  mocha('other tests with a cluster', FOLDER, ...[CONTROLLERS, ...WITHOUT_CLUSTER].flatMap(ignored)),
  mocha('tests without a cluster', ...WITHOUT_CLUSTER),
  goTests("the waiter's Go tests", 'fallback-entrypoint'),
  goTests("the export guard's Go tests", 'export-guard'),
];

if (process.argv.length > 2) {
  console.error('npm run test:integration takes no arguments. Use npx mocha FILE to run one test file.');
  process.exitCode = 2;
} else if (await prepareTestBed('integration')) {
  report(await runSuites(SUITES, { atOnce: SUITES.length }));
} else {
  report([{ name: 'preparation', passed: 0, failed: 1, skipped: 0 }]);
}

function ignored(folder) {
  return ['--ignore', `${folder}/**`];
}
