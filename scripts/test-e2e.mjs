// npm run test:e2e [-- --all] [--tekton VERSION | --kubernetes VERSION | --lifecycle VERSION] [FILE…]: tests on a node. With --all, every combination of injector, layout and backend.
import { execFileSync } from 'node:child_process';
import { ROOT } from './root.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { ALL, testArguments } from './testing/arguments.mjs';
import { prepareTestBed, withNode, UNPREPARED } from './testing/bed.mjs';
import { PASSED } from './testing/checks.mjs';
import { filesWithOwnNodes, suitesOnNode } from './testing/e2e-lanes.mjs';
import { withImports } from './testing/imports.mjs';
import { runLanes } from './testing/lanes.mjs';
import { kubernetesFiles, suiteOn, versionsOnNode } from './testing/matrix.mjs';
import { mochaWithLateSecondRun, mochaWithSecondRun, withLateSecondRuns } from './testing/second-runs.mjs';
import { report, runSuites } from './testing/suites.mjs';
import { stateOf, unlessPassed } from './testing/unchanged.mjs';

/** The folder of the test bed, with the go.mod of each program. */
const BED = 'test/cluster';
/** The programs of the bed that Debian provides. */
const DEBIAN_PROGRAMS = ['containerd', 'crun'];

/** The systems with an option for their version. */
const SYSTEMS = ['tekton', 'kubernetes', 'lifecycle'];

// The versions in the usage are read by ts-node.
ensureDependencies();

const USAGE = `usage: npm run test:e2e [-- [--all] [--bed] [--tekton VERSION | --kubernetes VERSION | --lifecycle VERSION] [FILE…]]
Runs the tests on a node, as root. With --all, every combination of injector, layout and backend.
With --bed or --all, the tests of the test bed run also if the bed has not changed since they passed.
With --tekton, the tests of TaskRuns run on a version of Tekton, or those of them with one of the files:
${versionsOnNode('tekton').join(', ')}.
With --kubernetes, tests of Builds run on a node of another version of Kubernetes:
${versionsOnNode('kubernetes').join(', ')}.
With --lifecycle, the tests of Builds run with a version of the lifecycle in their builders:
${versionsOnNode('lifecycle').join(', ')}.`;

const options = testArguments(USAGE, {
  options: {
    ...ALL,
    bed: { type: 'boolean', default: false },
    tekton: { type: 'string' },
    kubernetes: { type: 'string' },
    lifecycle: { type: 'string' },
  },
  allowPositionals: true,
});
if (options !== undefined && isKnownVersion(options) && (await prepareTestBed('e2e'))) {
  if (options.all) process.env.TASKPACK_TESTS = 'all';
  const results = await resultsOf(options);
  report(results, options.all ? [] : ['not run: the other combinations of each matrix (npm run test:e2e -- --all)']);
} else if (options !== undefined) {
  report([UNPREPARED]);
}

/** False after an error about a version that the bed does not have, or about several systems at once. */
function isKnownVersion(given) {
  const selected = SYSTEMS.filter((system) => given[system] !== undefined);
  const unknown = selected.filter((system) => !versionsOnNode(system).includes(given[system]));
  for (const system of unknown) console.error(`--${system} ${given[system]} is none of the versions below\n${USAGE}`);
  if (selected.length > 1) console.error(`use only one of --${selected.join(' and --')}\n${USAGE}`);
  return unknown.length === 0 && selected.length <= 1;
}

async function resultsOf({ files, all, bed, ...versions }) {
  const system = SYSTEMS.find((name) => versions[name] !== undefined);
  if (system !== undefined) return runSuites([suiteOnNode(system, versions[system], files)], { atOnce: 1 });
  if (files.length > 0) return runSuites([mochaWithSecondRun('tests on a node', ...files)], { atOnce: 1 });
  const suites = suitesOnNode().map(({ name, files: own, after, testsBed = false }) => {
    const suite = mochaWithLateSecondRun(name, ...own);
    return { ...(testsBed && !all && !bed ? unlessBedUnchanged(suite, own) : suite), after };
  });
  const results = await withNode(() => runLanes(suites, { lanes: 2 }));
  const ownNodes = mochaWithSecondRun('with nodes of their own', ...filesWithOwnNodes());
  // The first run leaves objects, volumes and images on the node, so each second run starts a node of its own.
  return [...(await withLateSecondRuns(results)), ...(await runSuites([ownNodes], { atOnce: 1 }))];
}

/** The tests of the API server of a version of Kubernetes need no node, so they belong to the integration tests. */
function suiteOnNode(system, version, files) {
  const isWhole = system === 'kubernetes' && files.length === 0;
  return suiteOn(system, version, isWhole ? kubernetesFiles(version, { node: true }) : files);
}

/** Returns the suite, whose files test the bed: it runs again after it has passed only if the bed has changed. */
function unlessBedUnchanged(suite, files) {
  return unlessPassed(suite, { currentState: () => stateOfBed(files), folder: PASSED });
}

function stateOfBed(files) {
  const versions = DEBIAN_PROGRAMS.map((program) => execFileSync(program, ['--version'], { encoding: 'utf8' }));
  return [stateOf(ROOT, [BED, ...withImports(files)]), ...versions].join('\n');
}
