import type { PhaseName } from '../../../src/core/model/phase-name.ts';
import type { Attack } from './hostile-application.ts';
import type { HostileBuild } from './hostile-build.ts';
import { NEWEST_PLATFORM_API } from './hostile-builders.ts';
import { BACKEND_NAMES, isTask, type Backend } from './hostile-objects.ts';
import { PROOFS } from './hostile-proofs.ts';
import type { SuccessName } from './remains.ts';

/** A Build with a backend, and the attacks that succeed in it. */
export interface HostileCase {
  readonly backend: Backend;
  readonly title: string;
  readonly build: HostileBuild;
  readonly successes: readonly SuccessName[];
  /** The defences that the test takes out. */
  readonly without: NonNullable<(typeof PROOFS)[string]['without']>;
  /** The phases that the webhooks give the identity of the account. */
  readonly identified: readonly PhaseName[];
}

/** The attacks in the order in which a Build tries them. */
const ATTACKS: readonly Attack[] = [
  'shown',
  'shown-by-the-previous-image',
  'shown-by-the-cache',
  'early-by-the-previous-image',
  'early-by-the-cache',
  'early',
  'killed',
  'changed',
  'results',
  'failing',
  'artifacts',
  'redirected',
  'identity',
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

/** Attacks on Tekton's entrypoint. Buildpacks and images write to its directories, which a Pod of the other backends lacks. */
const OF_STEPS: readonly Attack[] = [
  'results',
  'artifacts',
  'shown-by-the-previous-image',
  'shown-by-the-cache',
  'early-by-the-previous-image',
  'early-by-the-cache',
];

function isPossible(attack: Attack, backend: Backend): boolean {
  return !OF_STEPS.includes(attack) || (backend !== 'init' && backend !== 'containers');
}

/** The title of the Builds that the platform allows an identity. */
export const ALLOWED_IDENTITY = 'identity-that-is-allowed';

/** The title of the Builds that are held after a failure. A Task has no debug mode, and an init container no waiter. */
export const DEBUGGED = 'failing-and-answering-the-hold';

/** The title of the Builds whose links are exported. */
export const HARMLESS_LINKS = 'harmless-links';

/** The title of the Builds whose builder image has a link in place of the waiter's directory. A Task trusts its builder. */
export const LINKED = 'linked';

/** Attacks after which a step refuses to start. They end the Build before the other attacks are tried, or before an image exists. */
const ENDING_STEPS: readonly Attack[] = [
  'early-by-the-previous-image',
  'early-by-the-cache',
  'early',
  'killed',
  'failing',
  'artifacts',
];

/** Only root can do this, and export then refuses to run. */
const REDIRECTING: Attack = 'redirected';

export const ENDING: Readonly<Record<Backend, readonly Attack[]>> = {
  taskrun: ENDING_STEPS,
  init: ['failing'],
  containers: ['failing'],
  task: ENDING_STEPS,
  'pinned-task': ENDING_STEPS,
};

/** Returns the Builds that run with all defences. */
export function defendedCases(backend: Backend): readonly HostileCase[] {
  const attacks = ATTACKS.filter((attack) => !OPEN[backend].includes(attack) && isPossible(attack, backend));
  const together = attacks.filter((attack) => !ENDING[backend].includes(attack));
  const builds: Readonly<Record<string, HostileBuild>> = {
    everything: { attacks: together },
    'everything-with-a-cache-volume': { attacks: together, cache: 'volume' },
    'everything-with-the-newest-api': { attacks: together, platformApi: NEWEST_PLATFORM_API },
    ...Object.fromEntries(attacks.map((attack) => [attack, { attacks: [attack] }])),
    // A buildpack that still runs beside the next step can put the link back at any time.
    'shown-by-a-running-buildpack': { attacks: ['shown', 'early'] },
    ...(!isTask(backend) && asRoot(backend, together)),
    ...(!isTask(backend) && { [LINKED]: { attacks: ['linked', 'early'] } }),
    ...(!isTask(backend) && backend !== 'init' && { [DEBUGGED]: ANSWERED }),
    // The run of a Task always has an identity.
    ...(!isTask(backend) && { [ALLOWED_IDENTITY]: { attacks: ['identity'], isIdentified: true } }),
  };
  const defended = Object.entries(builds).map(([title, build]): HostileCase => {
    return { backend, title, build, successes: [], without: 'nothing', identified: identifiedPhases(backend, build) };
  });
  return [...defended, harmlessCase(backend)];
}

/** Returns Builds whose Dockerfile runs the attacks as root: all that let the Build go on, and each of the others. */
function asRoot(backend: Backend, together: readonly Attack[]): Readonly<Record<string, HostileBuild>> {
  const ending = [...ENDING[backend].filter(isOfBuild), REDIRECTING];
  const groups = [
    together.filter((attack) => isOfBuild(attack) && attack !== REDIRECTING),
    ...ending.map((attack) => [attack]),
  ];
  return Object.fromEntries(
    groups.map((attacks, index) => [
      `${index === 0 ? 'everything' : attacks.join()}-as-root`,
      { attacks, runsAsRoot: true },
    ]),
  );
}

/** False for the attacks that images make. */
function isOfBuild(attack: Attack): boolean {
  return !attack.startsWith('early-by-') && attack !== 'lifecycle';
}

const ANSWERED: HostileBuild = { attacks: ['failing', 'answering'], isDebugged: true };

/** Links that export does not refuse, because the exporter does not follow them. */
function harmlessCase(backend: Backend): HostileCase {
  const build: HostileBuild = { attacks: ['links'], platformApi: NEWEST_PLATFORM_API };
  const successes = ['links of a buildpack are in the image as links'] as const;
  const identified = identifiedPhases(backend, build);
  return { backend, title: HARMLESS_LINKS, build, successes, without: 'nothing', identified };
}

/** Returns the Builds whose attack the documentation calls possible, with all defences. */
export function openCases(backend: Backend): readonly HostileCase[] {
  const open = proofCases(backend)
    .filter(({ build }) => build.attacks.every((attack) => OPEN[backend].includes(attack)))
    .map((one): HostileCase => ({ ...one, without: 'nothing', identified: identifiedPhases(backend, one.build) }));
  return isPossible('results', backend) ? [...open, resultsOfFailedRun(backend)] : open;
}

/** A buildpack that ends its waiter keeps its message, but the next phase does not start. So only a failed run shows the results. */
function resultsOfFailedRun(backend: Backend): HostileCase {
  const build: HostileBuild = { attacks: ['results', 'killed'] };
  const identified = identifiedPhases(backend, build);
  const successes = ['a status has a forged result'] as const;
  return { backend, title: 'results-of-a-killed-waiter', build, successes, without: 'nothing', identified };
}

/** Returns the Builds that run without the defences. */
export function proofCases(backend: Backend): readonly HostileCase[] {
  return Object.entries(PROOFS)
    .filter(([, { notWith }]) => notWith?.includes(backend) !== true)
    .map(([title, { build, successes, without = 'all' }]) => {
      const identified = without === 'all' ? PHASES : identifiedPhases(backend, build);
      return { backend, title, build, successes, without, identified };
    });
}

const PHASES: readonly PhaseName[] = ['prepare', 'analyze', 'detect', 'restore', 'build', 'export', 'completion'];

/** Returns the phases that get an identity with all defences. In the run of a Task, the lifecycle may log in with it. */
function identifiedPhases(backend: Backend, { isIdentified = false }: HostileBuild): readonly PhaseName[] {
  if (isTask(backend)) return PHASES.filter((phase) => phase !== 'detect' && phase !== 'build');
  return isIdentified ? ['prepare'] : [];
}

/** Returns every case of every backend. */
export function allOf(casesOf: (backend: Backend) => readonly HostileCase[]): readonly HostileCase[] {
  return BACKEND_NAMES.flatMap(casesOf);
}
