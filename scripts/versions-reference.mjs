import { withPart } from './generated-part.mjs';
import { markdownTable } from './markdown-table.mjs';
import { programVersions } from './program-versions.mjs';
import { hasTasks, subjectsOn, versionsOf } from './testing/matrix.mjs';
import { readResults } from './testing/results.mjs';
import { require } from './typescript.mjs';

const HEAD = `<!-- Written by npm run generate from src/core/model/program-versions.ts and test/versions.json; do not edit. -->

# Versions

This page lists the versions of other programs that taskpack is tested on.

Tekton, Kubernetes and the lifecycle have the last result of each subject. A number is the count of tests that passed. "–" means that no result is recorded,
and an empty cell that the subject has no test on that version. \`npm run test:peers\` runs all these tests. The commit is the tested one.
`;

const BUILDERS = `\`test/peers/builders\` runs builders in the form of Google's \`google.24\` (lifecycle 0.21.14) and Heroku's \`heroku-24\` (lifecycle 0.21.12) on
each backend, layout and in creator mode. They contain those buildpacks that download nothing, compiled from their sources:
\`google.config.entrypoint\` 0.9.0, \`google.go.clear-source\` 0.9.0, \`google.utils.label-image\` 0.0.2 and \`heroku/procfile\` 4.2.2.
\`test/peers/extensions\` runs Paketo's image extension \`ubi-nodejs-extension\`, compiled from its sources, with local packages in place of UBI's.
`;

const PROGRAMS = `## All programs

The tests run these versions. "Oldest supported" is empty for a program that only tests run, and for one of which taskpack supports the
tested version. "Newest" is the newest version on the day in the last column.
`;

/** Returns docs/reference/versions.md. */
export function versionsReference() {
  const results = readResults();
  return [
    HEAD,
    tektonHead(),
    tableOf('tekton', results),
    kubernetesHead(),
    tableOf('kubernetes', results),
    lifecycleHead(),
    tableOf('lifecycle', results),
    BUILDERS,
    PROGRAMS,
    programTable(),
  ].join('\n');
}

function tektonHead() {
  const { TEKTON, minorVersion: minor } = programVersions();
  return `## Tekton

TaskRuns of taskpack need Tekton ${minor(TEKTON.oldest)} or newer, and the published Tasks need results of steps. [Sidecars](../explanation/sidecars.md) shows how
versions differ beside injected proxies. All tests but "statuses" run on a node. Tests outside this table run Tekton ${minor(TEKTON.tested)}.
`;
}

function kubernetesHead() {
  const { KUBERNETES, minorVersion: minor } = programVersions();
  return `## Kubernetes

taskpack needs Kubernetes ${minor(KUBERNETES.oldest)} or newer. The tests run on the API server and the controller manager of a version. They show that the API server accepts the
definitions, keeps their rules and the policy, and serves all requests of taskpack. The last three subjects
run Builds on a node with the scheduler and the kubelet of the version.

All tests outside this table, also those on a node, run Kubernetes ${minor(KUBERNETES.tested)}.
`;
}

function lifecycleHead() {
  return `## Lifecycle

The builders of these tests contain this version of the lifecycle. Tests outside this table run lifecycle ${programVersions().PROGRAM_VERSIONS.lifecycle.tested}.
`;
}

function tableOf(system, results) {
  const tested = versionsOf(system);
  const subjects = Object.keys(subjectsOn(system, tested.at(-1)));
  const rows = tested.map((version) => {
    const ofSubjects = subjectsOn(system, version);
    const ofVersion = results[system]?.[version] ?? {};
    const cells = subjects.map((subject) => (subject in ofSubjects ? cellOf(ofVersion[subject]) : ''));
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

/** Returns the table of all programs. */
export function programTable() {
  const { PROGRAM_VERSIONS, testedVersions, modulePath } = programVersions();
  const rows = Object.entries(PROGRAM_VERSIONS).map(([name, program]) => {
    const { oldest = '', newest, checked } = program;
    return [name, oldest, testedVersions(program).join(', '), newest, `\`${modulePath(program, newest)}\``, checked];
  });
  return markdownTable(['program', 'oldest supported', 'tested', 'newest', 'Go module', 'looked up'], rows);
}

/** Returns README.md with its table of supported programs. */
export function readmeWithVersions() {
  const {
    KUBERNETES,
    TEKTON,
    TEKTON_FOR_TASKS,
    PROGRAM_VERSIONS,
    testedVersions,
    minorVersion: minor,
  } = programVersions();
  const { SUPPORTED_PLATFORM_APIS } = require('../src/core/model/platform-api.ts');
  const older = 'docs/how-to/install-the-controller.md#older-tekton';
  const tested = (program, isTested = () => true) => {
    const minors = testedVersions(program).filter(isTested).map(minor);
    return `[${range(minors)}](docs/reference/versions.md)`;
  };
  const apis = range(SUPPORTED_PLATFORM_APIS.toReversed());
  const [oldestTekton, tektonForTasks] = [minor(TEKTON.oldest), minor(TEKTON_FOR_TASKS.oldest)];
  const { kpack } = PROGRAM_VERSIONS;
  const rows = [
    ['Node', '20.19 or newer', '20.20'],
    ['Kubernetes (controller)', `${minor(KUBERNETES.oldest)} or newer`, tested(KUBERNETES)],
    ['Tekton for Builds', `${oldestTekton} or newer ([differences](${older}))`, tested(TEKTON)],
    ['Tekton for Tasks', `${tektonForTasks} or newer; older ones with [a flag](${older})`, tested(TEKTON, hasTasks)],
    ['CNB Platform API', apis, apis],
    [
      "kpack's API",
      `\`v1alpha1\` and \`v1alpha2\` as in kpack ${minor(kpack.tested)}; \`v1alpha3\` Builds ([RFC 0009](docs/reference/kpack-differences.md))`,
      kpack.tested,
    ],
  ];
  return withPart('README.md', 'versions', markdownTable(['program', 'supported', 'tested with'], rows));
}

function range(versions) {
  return `${versions.at(0)} to ${versions.at(-1)}`;
}
