import type { HostileBuild } from './hostile-build.ts';
import type { Backend } from './hostile-objects.ts';
import type { SuccessName } from './remains.ts';

/** The successes of a buildpack that gets the identity in detect and build. */
const TOKENS: readonly SuccessName[] = [
  'detect has a token of the account',
  'build has a token of the account',
  'a token is in a layer',
  'a token is in a configuration',
  'a token is in a log',
];

/** Builds whose attacks succeed if the defences are taken out, and how that shows. No attack of a Build hinders another. */
export const PROOFS: Readonly<Record<string, Proof>> = {
  'login-and-labels': {
    build: { attacks: ['login', 'project-label', 'lifecycle-label', 'build-label'] },
    successes: [
      'the login is in a layer',
      'the label of the project is forged',
      'the label of the lifecycle is forged',
      'the label of the build is forged',
    ],
  },
  'foreign-and-project': {
    build: { attacks: ['foreign', 'project'] },
    successes: ["another team's layer is in the image", 'the project metadata is forged'],
  },
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
  'redirected-as-root': {
    build: { attacks: ['redirected'], runsAsRoot: true },
    successes: ['a token is in a log', 'export ran after the registry was redirected'],
    notWith: ['task', 'pinned-task'],
  },
  artifacts: {
    build: { attacks: ['artifacts'] },
    successes: ['a status has a forged result'],
    notWith: ['init', 'containers'],
  },
  'changed-as-root': {
    build: { attacks: ['changed'], runsAsRoot: true },
    // Without the defences, every phase has a token of the account, which root finds.
    successes: ['a buildpack can change the program that keeps the order', 'a token is in a log'],
    // The kubelet keeps the order of init containers. A Task runs no extension.
    notWith: ['init', 'task', 'pinned-task'],
  },
  results: {
    build: { attacks: ['results'] },
    successes: ['a status has a forged result'],
    notWith: ['init', 'containers'],
  },
  'results-of-a-failed-phase': {
    build: { attacks: ['failing'] },
    successes: ['a status has a forged result', 'export ran after a build that failed'],
    notWith: ['init', 'containers'],
  },
  failing: {
    build: { attacks: ['failing'] },
    successes: ['export ran after a build that failed'],
    // The kubelet ends a Pod after a failed init container. In Tekton steps, the proof before this one shows the same.
    notWith: ['init', 'taskrun', 'task', 'pinned-task'],
  },
  'answered-hold': {
    build: { attacks: ['failing', 'answering'], isDebugged: true },
    successes: ['a status has a forged result', 'export ran after a build that failed'],
    notWith: ['init', 'containers', 'task', 'pinned-task'],
  },
  identity: { build: { attacks: ['identity'], isIdentified: true }, successes: TOKENS },
  'identity-of-the-account': {
    build: { attacks: ['identity'] },
    successes: TOKENS,
    // The author of a run chooses the account of a Task.
    notWith: ['task', 'pinned-task'],
  },
  shown: {
    build: { attacks: ['shown'] },
    successes: ['the login is in a status'],
    // Only Tekton's entrypoint copies files of a step to its status.
    notWith: ['init', 'containers'],
  },
  'shown-by-the-previous-image': {
    build: { attacks: ['shown-by-the-previous-image'] },
    successes: ['the login is in a status'],
    notWith: ['init', 'containers'],
  },
  'shown-by-the-cache': {
    build: { attacks: ['shown-by-the-cache'] },
    successes: ['the login is in a status'],
    notWith: ['init', 'containers'],
  },
  'shown-by-a-cache-volume': {
    build: { attacks: ['shown-by-the-cache'], cache: 'volume' },
    successes: ['the login is in a status'],
    notWith: ['init', 'containers'],
  },
  'early-by-the-previous-image': {
    build: { attacks: ['early-by-the-previous-image'] },
    successes: ['the login is in a status'],
    without: 'tokens',
    notWith: ['init', 'containers'],
  },
  'early-by-the-cache': {
    build: { attacks: ['early-by-the-cache'] },
    successes: ['the login is in a status'],
    without: 'tokens',
    notWith: ['init', 'containers'],
  },
  covered: {
    build: { attacks: ['covered', 'early'], isForeseen: true },
    successes: ['export read files while a buildpack ran'],
    // The test gives the builder image to a workload whose builder taskpack has accepted.
    without: 'nothing',
    notWith: ['init', 'task', 'pinned-task'],
  },
  linked: {
    build: { attacks: ['linked', 'early'], isForeseen: true },
    successes: ['export read files while a buildpack ran'],
    without: 'nothing',
    // In a Pod, containers start one after the other, so the waiter of a later phase runs before prepare replaces the directory.
    notWith: ['init', 'containers', 'task', 'pinned-task'],
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
  /** The defences that the test takes out. The default is `all`. */
  readonly without?: 'nothing' | 'tokens' | 'all';
  readonly notWith?: readonly Backend[];
}
