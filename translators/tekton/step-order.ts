import type { PhaseName } from '../../src/core/model/phase-name.ts';
import type { ResolvedBuild } from '../../src/core/model/resolved-build.ts';
import { below, orderDirectory } from '../phases/order-directory.ts';
import type { Phase, PhaseList } from '../phases/phase.ts';
import { copyIn, isProven, preparedCopy, preparedToken, tokenIn } from '../phases/proven-order.ts';
import { rootFlags } from '../phases/security-context.ts';
import { emptyDirVolume, readOnly, WAITER_COPY, WAITER_DIRECTORY, type VolumeMount } from '../phases/volumes.ts';
import type { Result } from './results.ts';

/**
 * All steps of a TaskRun share this file. At the end of each step, Tekton's entrypoint shows its content in the status of the
 * Pod. It follows links, so a link of a buildpack could show the login of a later step.
 */
const ARTIFACTS = '/tekton/artifacts/provenance.json';

/** Tekton's entrypoint shows this file too. Only the step itself can write it (pkg/entrypoint, appendArtifactOutputs). */
function ownArtifacts(phase: PhaseName): string {
  return `/tekton/steps/step-${phase}/artifacts/provenance.json`;
}

/**
 * All steps share this directory, and Tekton takes files in it for results of the TaskRun. If the results are the task's (results.ts),
 * it reads them after every step. If it reads results from the logs of a sidecar, it reads them at the end.
 */
const RESULTS = '/tekton/results';

/** Tekton's place for the termination message of a step (tektoncd/pipeline, pkg/pod, terminationPath). */
const TERMINATION_MESSAGE = '/tekton/termination';

/**
 * Adds a proof to the order of the phases. Tekton's entrypoint starts a step when a file of the step before exists
 * (`/tekton/run/N/out`), and that step can write the file itself. So buildpacks could start the exporter beside themselves, and a layer
 * that analyze or restore extracts could start buildpacks beside the step that has the login.
 *
 * prepare therefore writes a token for each phase that runs buildpacks, and for each phase before such a phase. The phase's
 * waiter takes the token before the lifecycle starts. It puts the token back after the lifecycle has succeeded and all other
 * processes of the step have ended. The waiter of the next phase compares the token with a copy (fallback-entrypoint/README.md).
 *
 * Only prepare and the next phase mount the copy. Buildpacks of detect and build can read one, but they start only after the
 * comparison.
 *
 * The lifecycle extracts layers of the previous image and of the cache. They can contain links in place of the files that
 * Tekton's entrypoint shows, so the waiter of every phase of the lifecycle removes these files. It also removes files in place of
 * results, and empties the termination message of the step: Tekton takes every result in a message for a result of the TaskRun.
 */
export function withProvenOrder(
  build: ResolvedBuild,
  list: PhaseList,
  { results, entrypoint }: { readonly results: readonly Result[]; readonly entrypoint: string },
): PhaseList {
  const proven = list.phases.filter((_, index) => takesToken(list.phases, index)).map(({ name }) => name);
  if (proven.length === 0) return list;
  const volumes = [WAITER_DIRECTORY, ...proven.map(tokenMount), ...proven.map(copyMount)];
  return {
    ...list,
    phases: list.phases.map((phase, index) => {
      if (index === 0) return behindOwnWaiter({ ...phase, mounts: [...phase.mounts, ...volumes] }, entrypoint);
      const directory = orderDirectory(build, phase);
      const own = takesToken(list.phases, index) ? [taken(phase, directory)] : [];
      const before = list.phases[index - 1];
      const previous = before !== undefined && isProven(list.phases, index - 1) ? [returned(before, directory)] : [];
      return behindWaiter(phase, directory, [...own, ...previous, ...withoutRemains(phase, results), ownFlags(phase)]);
    }),
    volumes: [...list.volumes, ...volumes.map(({ name }) => emptyDirVolume(name))],
  };
}

/**
 * True if the waiter of a phase takes a token. It then ends all other processes of the step after the lifecycle. So the last phase
 * takes one, too, if it runs buildpacks, although no later phase compares it: a debugged Build that does not push ends with build.
 */
function takesToken(phases: readonly Phase[], index: number): boolean {
  return isProven(phases, index) || (index === phases.length - 1 && phases[index]?.trusted === false);
}

/** Flags of the waiter, and the mounts that they need. */
interface TokenFlags {
  readonly flags: readonly string[];
  readonly mounts: readonly VolumeMount[];
}

function taken({ name }: Phase, directory: string): TokenFlags {
  const token = below(directory, tokenMount(name));
  return { flags: [`--token=${tokenIn(token)}`], mounts: [token] };
}

function returned({ name }: Phase, directory: string): TokenFlags {
  const [token, copy] = [below(directory, tokenMount(name)), below(directory, copyMount(name))];
  return {
    flags: [`--returned=${tokenIn(token)},${copyIn(copy)}`],
    mounts: [readOnly(token), readOnly(copy)],
  };
}

/** completion runs no lifecycle and extracts nothing. */
function withoutRemains({ name }: Phase, results: readonly Result[]): readonly TokenFlags[] {
  if (name === 'completion') return [];
  const removed = [ARTIFACTS, ownArtifacts(name), ...results.map((result) => `${RESULTS}/${result.name}`)];
  const flags = removed.map((file) => `--remove=${file}`);
  return [{ flags: [...flags, `--termination_path=${TERMINATION_MESSAGE}`, '--own_message'], mounts: [] }];
}

function ownFlags(phase: Phase): TokenFlags {
  return { flags: [...(phase.hold ?? []), ...rootFlags(phase)], mounts: [] };
}

/** prepare copies the waiter, so its own waiter, which only holds it, is that of its image. */
function behindOwnWaiter(phase: Phase, entrypoint: string): Phase {
  const { hold, command, args } = phase;
  return hold === undefined ? phase : { ...phase, command: entrypoint, args: ['run', ...hold, '--', command, ...args] };
}

function behindWaiter(phase: Phase, directory: string, flags: readonly TokenFlags[]): Phase {
  if (flags.every((flag) => flag.flags.length === 0)) return phase;
  return {
    ...phase,
    command: directory + WAITER_COPY,
    args: ['run', ...flags.flatMap((flag) => flag.flags), '--', phase.command, ...phase.args],
    mounts: [...phase.mounts, below(directory, readOnly(WAITER_DIRECTORY)), ...flags.flatMap(({ mounts }) => mounts)],
  };
}

function tokenMount(phase: PhaseName): VolumeMount {
  return preparedToken(`${phase}-token-dir`, phase);
}

/** Only prepare, which writes the copy, and the next phase, which compares it, mount this volume. */
function copyMount(phase: PhaseName): VolumeMount {
  return preparedCopy(`${phase}-token-copy-dir`, phase);
}
