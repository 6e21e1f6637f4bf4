import { programVersions } from '../program-versions.mjs';
import { buildPrograms } from './bed.mjs';
import { countsOfFiles } from './counts-of-files.mjs';
import { recordResult } from './results.mjs';
import { mochaWithSecondRun } from './second-runs.mjs';

/** The systems of which the test bed runs several versions. `variable` selects the version. */
const SYSTEMS = {
  tekton: { title: 'Tekton', variable: 'TEST_BED_TEKTON' },
  kubernetes: { title: 'Kubernetes', variable: 'TEST_BED_KUBERNETES' },
  lifecycle: { title: 'Lifecycle', variable: 'TEST_BED_LIFECYCLE' },
};

/** The tests of generated Tasks. */
const TASKS = ['published', 'pipeline', 'workspaces'].map((name) => `e2e/tasks/${name}`);

/** The tests that run on every version, by subject. */
const SUBJECTS = {
  tekton: {
    statuses: ['integration/controllers/builds/tekton'],
    backends: ['e2e/controller/backends'],
    logs: ['e2e/logs/logs'],
    'order of phases': ['e2e/layouts/order'],
    'injected proxies': ['e2e/injected/injected'],
    'whole way': ['e2e/whole-way/whole-way'],
    'end of Pods': ['peers/task-runs'],
  },
  kubernetes: {
    definitions: ['definitions', 'versions', 'samples'].map(inCrds),
    'CEL rules': ['rules', 'changes'].map(inCrds),
    policy: [inCrds('deprecated-fields')],
    installation: ['apply', 'rights', 'network-policies'].map((name) => `integration/install/${name}`),
    'client and server-side apply': ['kube/client', 'kube/discovery', 'diff/diff'].map((name) => `integration/${name}`),
    Builds: ['native', 'containers'].map((name) => `integration/controllers/builds/${name}`),
  },
  lifecycle: {
    detect: ['e2e/builder/detect'],
    'whole way': ['e2e/whole-way/whole-way'],
    'generated Tasks': TASKS,
  },
};

/** The tests that also run on each other version of Kubernetes of which the bed runs a node. */
const ON_NODES = {
  backends: ['e2e/controller/backends'],
  'order of phases': ['e2e/layouts/order'],
  'injected proxies': ['e2e/injected/injected'],
};

/** Returns the versions of a system that tests run, oldest first. */
export function versionsOf(system) {
  const { PROGRAM_VERSIONS, testedVersions } = programVersions();
  return testedVersions(PROGRAM_VERSIONS[system]);
}

/** True if a version of Tekton runs the generated Tasks without a flag. */
export function hasTasks(version) {
  const { TEKTON_FOR_TASKS, isOlderVersion } = programVersions();
  return !isOlderVersion(version, TEKTON_FOR_TASKS.oldest);
}

/** Returns the versions of a system whose tests need a node, oldest first. All tests on a node run the bed's own Kubernetes anyway. */
export function versionsOnNode(system) {
  const { KUBERNETES, KUBERNETES_NODES, isOlderVersion } = programVersions();
  const others = (version) => version !== KUBERNETES.tested && !isOlderVersion(version, KUBERNETES_NODES.oldest);
  return system === 'kubernetes' ? versionsOf(system).filter(others) : versionsOf(system);
}

/** Returns the files of the tests that run on a version, by subject. */
export function subjectsOn(system, version) {
  const subjects = {
    ...SUBJECTS[system],
    ...(system === 'tekton' && hasTasks(version) && { 'generated Tasks': TASKS }),
    ...(system === 'kubernetes' && versionsOnNode(system).includes(version) && ON_NODES),
  };
  return Object.fromEntries(
    Object.entries(subjects).map(([subject, tests]) => [subject, tests.map((test) => `test/${test}.test.ts`)]),
  );
}

/** Returns the files of the tests on a version of Kubernetes: those that need a node, or those that need none. */
export function kubernetesFiles(version, { node }) {
  const files = Object.values(subjectsOn('kubernetes', version)).flat();
  return files.filter((file) => needsNode(file) === node);
}

/**
 * Returns a suite of the tests on a version: all subjects, or those of some files. The subjects share a cluster. The suite builds
 * missing programs of the version, runs the tests on it, and records the result of each subject.
 */
export function suiteOn(system, version, files = []) {
  const subjects = Object.entries(subjectsOn(system, version));
  const selected = subjects.filter(([, own]) => files.length === 0 || own.some((file) => files.includes(file)));
  const selectedFiles = selected.flatMap(([, own]) => own);
  const { title, variable } = SYSTEMS[system];
  const suite = mochaWithSecondRun(`${title} ${version}`, ...selectedFiles);
  const programs = selectedFiles.some(needsNode) ? 'e2e' : 'integration';
  return {
    ...suite,
    async run(print) {
      process.env[variable] = version;
      try {
        if (!(await buildPrograms(programs))) return { passed: 0, failed: 1, skipped: 0 };
        const counts = countsOfFiles();
        const result = await suite.run((line) => {
          counts.onLine(line);
          print(line);
        });
        for (const [subject, own] of selected)
          print(recordResult({ system, version, subject }, counts.of(own, result.skipped)));
        return result;
      } finally {
        delete process.env[variable];
      }
    },
  };
}

function needsNode(file) {
  return !file.startsWith('test/integration/');
}

function inCrds(name) {
  return `integration/crds/${name}`;
}
