import { readdirSync } from 'node:fs';
import { buildPrograms } from './bed.mjs';
import { mochaWithSecondRun } from './suites.mjs';

/** The tests that run on every version of Tekton: Builds as TaskRuns and as Pods, their logs, and injected proxies. */
const CORE = [
  'integration/controllers/builds/tekton',
  'e2e/controller/backends',
  'e2e/logs/logs',
  'e2e/layouts/order',
  'e2e/injected/injected',
  'e2e/whole-way/whole-way',
  'peers/task-runs',
];

/** Generated Tasks need results of steps, which Tekton has by default from 1.0 on. */
const TASKS = ['e2e/tasks/published', 'e2e/tasks/pipeline', 'e2e/tasks/workspaces'];

/** The versions of Tekton in addition to the newest. Each has a folder with a go.mod. */
export function olderTektons() {
  const versions = readdirSync('test/cluster/programs/tekton');
  return versions.toSorted((one, other) => one.localeCompare(other, undefined, { numeric: true }));
}

/** Returns the files of the tests that run on a version. */
export function testsOn(version) {
  const tests = version.startsWith('0.') ? CORE : [...CORE, ...TASKS];
  return tests.map((test) => `test/${test}.test.ts`);
}

/** A suite of the tests of a version. It first builds the programs of the version. */
export function tektonSuite(version) {
  const suite = mochaWithSecondRun(`tests on Tekton ${version}`, ...testsOn(version));
  return {
    ...suite,
    async run(print) {
      process.env.TEST_BED_TEKTON = version;
      try {
        return (await buildPrograms('e2e')) ? await suite.run(print) : { passed: 0, failed: 1, skipped: 0 };
      } finally {
        delete process.env.TEST_BED_TEKTON;
      }
    },
  };
}
