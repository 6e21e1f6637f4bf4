import { markdownTable } from './markdown-table.mjs';
import { subjectsOn, versionsOf } from './testing/matrix.mjs';
import { readResults } from './testing/results.mjs';

const HEAD = `<!-- Written by npm run generate from test/versions.json; do not edit. -->

# Versions

This page lists the versions of Tekton and Kubernetes that taskpack is tested on, with the last result of each subject.

A number is the count of tests that passed. "–" means that no result is recorded, and an empty cell that the subject has no test on that
version. \`npm run test:peers\` runs all tests of this page. The commit is the tested one.

## Tekton

TaskRuns of taskpack need Tekton 0.44 or newer, and the published Tasks need results of steps. [Sidecars](../explanation/sidecars.md) shows how
versions differ beside injected proxies. All tests but "statuses" run on a node. The newest version of the table runs all other tests, too.
`;

const KUBERNETES = `## Kubernetes

The tests run on the API server and the controller manager of a version, without a node. They show that the API server accepts the
definitions, keeps their rules and the policy, and serves all requests of taskpack.

The nodes of all other tests run Kubernetes 1.35.
`;

/** Returns docs/reference/versions.md. */
export function versionsReference() {
  const results = readResults();
  return [HEAD, tableOf('tekton', results), KUBERNETES, tableOf('kubernetes', results)].join('\n');
}

function tableOf(system, results) {
  const versions = versionsOf(system);
  const subjects = Object.keys(subjectsOn(system, versions.at(-1)));
  const rows = versions.map((version) => {
    const tested = subjectsOn(system, version);
    const ofVersion = results[system]?.[version] ?? {};
    const cells = subjects.map((subject) => (subject in tested ? cellOf(ofVersion[subject]) : ''));
    const tests = Object.values(ofVersion);
    const commits = new Set(tests.map(({ commit }) => commit.slice(0, 8)));
    const dates = new Set(tests.map(({ date }) => date));
    return [version, ...cells, [...commits].join(', '), [...dates].join(', ')];
  });
  return markdownTable(['version', ...subjects, 'commit', 'date'], rows);
}

function cellOf(result) {
  if (result === undefined) return '–';
  const { passed, failed, skipped } = result;
  return failed + skipped === 0 ? `${passed}` : `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
