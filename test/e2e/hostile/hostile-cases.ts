import type { Attack } from './hostile-application.ts';
import type { HostileBuild } from './hostile-build.ts';
import { NEWEST_PLATFORM_API } from './hostile-builders.ts';
import { BACKEND_NAMES, type Backend } from './hostile-objects.ts';
import type { SuccessName } from './remains.ts';

/** A Build with a backend, and the attacks that succeed in it. */
export interface HostileCase {
  readonly backend: Backend;
  readonly title: string;
  readonly build: HostileBuild;
  readonly successes: readonly SuccessName[];
}

/** The attacks in the order in which a Build tries them. */
const ATTACKS: readonly Attack[] = [
  'shown',
  'early',
  'killed',
  'changed',
  'foreign',
  'planted',
  'project',
  'helper',
  'project-label',
  'lifecycle-label',
  'build-label',
  'login',
  'lifecycle',
];

/** docs/explanation/security.md explains why these attacks succeed. */
const OPEN: Readonly<Record<Backend, readonly Attack[]>> = {
  taskrun: [],
  init: [],
  containers: [],
  // The builder of a Task is a parameter of its run, so the Task cannot name a lifecycle image for it.
  task: ['lifecycle'],
  'pinned-task': ['lifecycle'],
};

/** Attacks after which export refuses to start, so that no other attack has an image to show in. */
export const ENDING: Readonly<Record<Backend, readonly Attack[]>> = {
  taskrun: ['early', 'killed'],
  init: [],
  containers: [],
  task: ['early', 'killed'],
  'pinned-task': ['early', 'killed'],
};

/** Builds whose attacks succeed if the defences are taken out, and how that shows. No attack of a Build hinders another. */
const PROOFS: Readonly<Record<string, Proof>> = {
  'login-and-labels': {
    build: { attacks: ['login', 'project-label', 'lifecycle-label', 'build-label'] },
    successes: [
      'the login is in a layer',
      'the label of the project is forged',
      'the label of the lifecycle is forged',
      'the label of the build is forged',
    ],
  },
  foreign: { build: { attacks: ['foreign'] }, successes: ["another team's layer is in the image"] },
  project: { build: { attacks: ['project'] }, successes: ['the project metadata is forged'] },
  planted: { build: { attacks: ['planted'] }, successes: ["another team's layer is in the image"] },
  helper: { build: { attacks: ['helper'] }, successes: ['a phase with the login ran a credential helper'] },
  early: {
    build: { attacks: ['early'] },
    successes: ['export read files while a buildpack ran'],
    // The kubelet keeps the order of init containers, so the test has no defence to take out.
    notWith: ['init'],
  },
  killed: {
    build: { attacks: ['killed'] },
    successes: ['export read files while a buildpack ran'],
    notWith: ['init'],
  },
  changed: {
    build: { attacks: ['changed'] },
    successes: ['a buildpack can change the program that keeps the order'],
    // Tekton's entrypoint has this defence of its own.
    notWith: ['init', 'taskrun', 'task', 'pinned-task'],
  },
  shown: {
    build: { attacks: ['shown'] },
    successes: ['the login is in a status'],
    // Only Tekton's entrypoint copies files of a step to its status.
    notWith: ['init', 'containers'],
  },
  lifecycle: { build: { attacks: ['lifecycle'] }, successes: ['the login is in a log'] },
  'planted-by-a-volume': {
    build: { attacks: ['planted'], cache: 'volume' },
    successes: ["another team's layer is in the image"],
  },
  'helper-by-a-volume': {
    build: { attacks: ['helper'], cache: 'volume' },
    successes: ['a phase with the login ran a credential helper'],
  },
};

interface Proof {
  readonly build: HostileBuild;
  readonly successes: readonly SuccessName[];
  readonly notWith?: readonly Backend[];
}

/** Returns the Builds that run with all defences. */
export function defendedCases(backend: Backend): readonly HostileCase[] {
  const attacks = ATTACKS.filter((attack) => !OPEN[backend].includes(attack));
  const together = attacks.filter((attack) => !ENDING[backend].includes(attack));
  const builds: Readonly<Record<string, HostileBuild>> = {
    everything: { attacks: together },
    'everything-with-a-cache-volume': { attacks: together, cache: 'volume' },
    'everything-with-the-newest-api': { attacks: together, platformApi: NEWEST_PLATFORM_API },
    ...Object.fromEntries(attacks.map((attack) => [attack, { attacks: [attack] }])),
    // A buildpack that still runs beside the next step can put the link back at any time.
    'shown-by-a-running-buildpack': { attacks: ['shown', 'early'] },
  };
  return Object.entries(builds).map(([title, build]) => ({ backend, title, build, successes: [] }));
}

/** Returns the Builds whose attack the documentation calls possible, with all defences. */
export function openCases(backend: Backend): readonly HostileCase[] {
  return proofCases(backend).filter(({ build }) => build.attacks.every((attack) => OPEN[backend].includes(attack)));
}

/** Returns the Builds that run without the defences. */
export function proofCases(backend: Backend): readonly HostileCase[] {
  return Object.entries(PROOFS)
    .filter(([, { notWith }]) => notWith?.includes(backend) !== true)
    .map(([title, { build, successes }]) => ({ backend, title, build, successes }));
}

/** Returns every case of every backend. */
export function allOf(casesOf: (backend: Backend) => readonly HostileCase[]): readonly HostileCase[] {
  return BACKEND_NAMES.flatMap(casesOf);
}
