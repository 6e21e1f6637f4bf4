// npm run test:integration [-- --all | --kubernetes VERSION]: tests with a real API server, Tekton, registries and kpack's code, without a node.
// With --all, every combination of golden, backend, injector, fault and request, and five minutes of a noisy neighbour.
import { ALL, testArguments } from './testing/arguments.mjs';
import { prepareTestBed } from './testing/bed.mjs';
import { goTests } from './testing/go-tests.mjs';
import { suiteOn, versionsOf } from './testing/matrix.mjs';
import { mochaWithSecondRun, report, runSuites } from './testing/suites.mjs';

const FOLDER = 'test/integration';
const CONTROLLERS = `${FOLDER}/controllers`;
const FAULTS = `${CONTROLLERS}/faults`;
const KUBE = `${FOLDER}/kube`;
const NOISE = `${FOLDER}/noisy-neighbour`;
/** Folders whose tests need no cluster. */
const STEPS = ['completion', 'entrypoint', 'images', 'steps'].map(inFolder);
const REGISTRIES = ['git-references', 'package', 'registry', 'schemas', 'shells', 'tekton-bundle'].map(inFolder);
const BUILDERS = ['builders', 'kpack', 'kpack-builders', 'kpack-status', 'universe'].map(inFolder);

/**
 * The longest first. The suites of controllers, the one of the Kubernetes client and the one with other tests start a cluster
 * each. The faults and the Kubernetes client take long but use little processor time: their tests wait for leases, restarts and
 * late answers.
 */
const SUITES = [
  mochaWithSecondRun('controllers beside faults', FAULTS),
  mochaWithSecondRun('controllers', CONTROLLERS, ...ignored(FAULTS)),
  mochaWithSecondRun(
    'other tests with a cluster',
    FOLDER,
    ...[CONTROLLERS, KUBE, NOISE, ...STEPS, ...REGISTRIES, ...BUILDERS].flatMap(ignored),
  ),
  mochaWithSecondRun('the Kubernetes client', KUBE),
  mochaWithSecondRun('builders', ...BUILDERS),
  mochaWithSecondRun('steps and images', ...STEPS),
  mochaWithSecondRun('registries and packages', ...REGISTRIES),
  goTests("the waiter's Go tests", 'fallback-entrypoint'),
  goTests("the export guard's Go tests", 'export-guard'),
];
/** The noise would slow down every other suite, and their work would change its figures, so this suite runs by itself. */
const ALONE = [mochaWithSecondRun('a noisy neighbour', NOISE)];
/** Most tests wait for something, so that two cores run five suites. */
const AT_ONCE = 5;

const USAGE = `usage: npm run test:integration [-- --all | --kubernetes VERSION]
Runs the tests with real servers. With --all, every combination of golden, backend, injector, fault and request.
With --kubernetes, the tests of definitions, rules and installation run on a version of the API server:
${versionsOf('kubernetes').join(', ')}.
To run one test file, use npx mocha FILE.`;

const options = testArguments(USAGE, { options: { ...ALL, kubernetes: { type: 'string' } } });
if (options?.kubernetes !== undefined) {
  await testOnKubernetes(options.kubernetes);
} else if (options !== undefined && (await prepareTestBed('integration'))) {
  if (options.all) process.env.TASKPACK_TESTS = 'all';
  const results = [...(await runSuites(SUITES, { atOnce: AT_ONCE })), ...(await runSuites(ALONE, { atOnce: 1 }))];
  report(
    results,
    options.all ? [] : ['not run: the other combinations of each matrix (npm run test:integration -- --all)'],
  );
} else if (options !== undefined) {
  report([{ name: 'preparation', passed: 0, failed: 1, skipped: 0 }]);
}

async function testOnKubernetes(version) {
  const isKnown = versionsOf('kubernetes').includes(version);
  if (!isKnown) console.error(`the test bed has no Kubernetes ${version}\n${USAGE}`);
  const isReady = isKnown && (await prepareTestBed('integration'));
  const failure = { name: 'preparation', passed: 0, failed: 1, skipped: 0 };
  report(isReady ? await runSuites([suiteOn('kubernetes', version)], { atOnce: 1 }) : [failure]);
}

function inFolder(name) {
  return `${FOLDER}/${name}`;
}

function ignored(folder) {
  return ['--ignore', `${folder}/**`];
}
