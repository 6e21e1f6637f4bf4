// npm run test:integration [-- --all | --kubernetes VERSION]: tests with a real API server, Tekton, registries and kpack's code, without a node.
// With --all, every combination of golden, backend, injector, fault and request, and five minutes of a noisy neighbour.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './root.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { ALL, testArguments } from './testing/arguments.mjs';
import { prepareTestBed, startCluster, UNPREPARED } from './testing/bed.mjs';
import { goTests } from './testing/go-tests.mjs';
import { kubernetesFiles, suiteOn, versionsOf } from './testing/matrix.mjs';
import { mochaIn, mochaWithSecondRun } from './testing/second-runs.mjs';
import { command, report, runSuites } from './testing/suites.mjs';

const FOLDER = 'test/integration';

/**
 * The files whose tests change or read what all namespaces of a cluster share (test/cluster/README.md). They run one after the
 * other, on a cluster of their own.
 */
const ALONE = [
  'doctor',
  'views',
  'docs/check-a-cluster.test.ts',
  'docs/operator-pages.test.ts',
  'docs/tune-tekton.test.ts',
  'docs/use-a-private-ca-or-proxy.test.ts',
  'controllers/builds/tekton.test.ts',
  'controllers/builds/unstopped-proxies.test.ts',
  'crds/deprecated-fields.test.ts',
  'injectors/stopping.test.ts',
  'traces/builds.test.ts',
  'controllers/builders',
  'install',
  // Removes a namespace of the tests before it.
  'network/controller.test.ts',
  // Every list of the Builds of all namespaces would be 10,000 Builds longer.
  'dashboard/many-builds.test.ts',
];

/** The suites whose tests have namespaces of their own, in one cluster. */
const SHARED = {
  'Images and sources': ['controllers/images', 'controllers/source-resolvers', 'actions', 'shells'],
  'Builds beside faults': ['controllers/faults'],
  'Images beside faults': ['controllers/faults/images-*.test.ts'],
  Builds: ['controllers/builds', 'regressions'],
  'dashboards and reports': ['dashboard', 'diff', 'logs', 'report', 'why'],
  pages: ['docs'],
  'workloads and definitions': ['cluster', 'crds', 'injectors', 'tasks', 'traces'],
  'the Kubernetes client': ['kube'],
};

/** The suites whose tests need no cluster. */
const WITHOUT_CLUSTER = {
  'git repositories': ['steps/prepare/git*.test.ts'],
  builders: ['builders', 'kpack', 'kpack-builders', 'kpack-sources', 'universe'],
  'registries and packages': [
    'git-references',
    'package',
    'registry',
    'release',
    'schemas',
    'signing',
    'tekton-bundle',
  ],
  'steps and images': ['completion', 'entrypoint', 'images', 'steps'],
};
const NOISE = ['noisy-neighbour'];

const PARTS = [ALONE, NOISE, ...Object.values(SHARED), ...Object.values(WITHOUT_CLUSTER)].flat();

/** Most tests wait for something, so that two cores run six suites. */
const AT_ONCE = 6;

// The versions in the usage are read by ts-node.
ensureDependencies();

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
  report(
    await testAll(),
    options.all ? [] : ['not run: the other combinations of each matrix (npm run test:integration -- --all)'],
  );
} else if (options !== undefined) {
  report([UNPREPARED]);
}

/**
 * Runs the suites, the longest first. The noise would slow down the others, and their work would change its figures: its suite
 * prepares itself beside the last ones, and waits until they have ended.
 */
async function testAll() {
  const missing = PARTS.filter((part) => !part.includes('*') && !existsSync(join(ROOT, FOLDER, part)));
  if (missing.length > 0) throw new Error(`suites of test/integration that do not exist: ${missing.join(', ')}`);
  const { variables, stop } = startCluster();
  const folder = mkdtempSync(join(tmpdir(), 'taskpack-suites-'));
  const TASKPACK_QUIET = join(folder, 'quiet');
  const suites = [
    mochaWithSecondRun('tests that change the cluster', ...argumentsOf(ALONE)),
    ...Object.entries(WITHOUT_CLUSTER).map(([name, parts]) => mochaWithSecondRun(name, ...argumentsOf(parts))),
    ...Object.entries(SHARED).map(([name, parts]) => mochaIn(variables, name, ...argumentsOf(parts))),
    goTests("the waiter's Go tests", 'fallback-entrypoint'),
    mochaIn(variables, 'other tests', ...argumentsOf([''])),
    command("kpack's recorded answers", process.execPath, 'scripts/record-kpack.mjs', '--check'),
    goTests("the export guard's Go tests", 'export-guard'),
  ];
  const allEnded = async () => {
    await stop();
    writeFileSync(TASKPACK_QUIET, '');
  };
  const noise = mochaIn(async () => ({ TASKPACK_QUIET }), 'a noisy neighbour', ...argumentsOf(NOISE));
  const results = await runSuites([...withEnd(suites, allEnded), noise], { atOnce: AT_ONCE });
  rmSync(folder, { recursive: true });
  return results;
}

/** Returns the suites. The last one to end calls the function. */
function withEnd(suites, allEnded) {
  let running = suites.length;
  const end = async () => {
    running -= 1;
    if (running === 0) await allEnded();
  };
  return suites.map(({ run, ...suite }) => ({ ...suite, run: (print) => run(print).finally(end) }));
}

async function testOnKubernetes(version) {
  const isKnown = versionsOf('kubernetes').includes(version);
  if (!isKnown) console.error(`the test bed has no Kubernetes ${version}\n${USAGE}`);
  const isReady = isKnown && (await prepareTestBed('integration'));
  if (!isReady) return report([UNPREPARED]);
  const suite = suiteOn('kubernetes', version, kubernetesFiles(version, { node: false }));
  return report(await runSuites([suite], { atOnce: 1 }));
}

/** Returns mocha's arguments for files and folders, without the parts inside them that other suites have. */
function argumentsOf(parts) {
  const others = PARTS.filter((part) => !parts.includes(part) && parts.some((own) => part.startsWith(folderOf(own))));
  const ignored = others.map((part) => `${FOLDER}/${part}${part.endsWith('.ts') ? '' : '/**'}`);
  return [...parts.map((part) => `${FOLDER}/${part}`), ...ignored.flatMap((pattern) => ['--ignore', pattern])];
}

function folderOf(part) {
  return part === '' ? '' : `${part}/`;
}
