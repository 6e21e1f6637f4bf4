import type { PhaseName } from '../../src/model/phase-name.ts';
import type { Phase, PhaseList } from '../phases/phase.ts';
import { emptyDirVolume, mount, readOnly, WAITER_COPY, WAITER_DIRECTORY, type VolumeMount } from '../phases/volumes.ts';

/**
 * All steps of a TaskRun share this file. At the end of each step, Tekton's entrypoint shows its content in the status of the
 * Pod. It follows links, so a link of a buildpack could show the login of a later step.
 */
const ARTIFACTS = '/tekton/artifacts/provenance.json';

/** Tekton's entrypoint shows this file of the step too. Only the step itself can write it (pkg/entrypoint, appendArtifactOutputs). */
function ownArtifacts(phase: PhaseName): string {
  return `/tekton/steps/step-${phase}/artifacts/provenance.json`;
}

/** Tekton's place for the termination message of a step (tektoncd/pipeline, pkg/pod, terminationPath). */
const TERMINATION_MESSAGE = '/tekton/termination';

/** Holds a copy of every token. Only prepare, which writes the copies, and the phases that compare them mount this volume. */
const COPIES = mount('token-copies-dir', '/var/tokens/copies');

/**
 * Adds a proof to the order of the phases. Tekton's entrypoint starts a step when a file of the step before exists
 * (`/tekton/run/N/out`), and that step can write the file itself. So buildpacks could start the exporter beside themselves.
 *
 * prepare therefore writes a token for each phase that runs buildpacks. The phase's waiter takes the token before the
 * lifecycle starts. It puts the token back after the lifecycle has succeeded and all other processes of the step have ended.
 * The waiter of the next phase compares the token with a copy that buildpacks never see (fallback-entrypoint/README.md).
 *
 * The lifecycle extracts layers of the previous image and of the cache. They can contain links in place of the files that
 * Tekton's entrypoint shows, so the waiter of every phase of the lifecycle removes these files.
 */
export function withProvenOrder(list: PhaseList): PhaseList {
  const guarded = list.phases.filter(({ trusted }) => !trusted);
  if (guarded.length === 0) return list;
  const tokens = guarded.map(({ name }) => tokenMount(name));
  const volumes = [WAITER_DIRECTORY, COPIES, ...tokens];
  return {
    ...list,
    phases: list.phases.map((phase, index) => {
      if (index === 0) return { ...phase, mounts: [...phase.mounts, ...volumes] };
      return behindWaiter(phase, [...taken(phase), ...returned(list.phases[index - 1]), ...removed(phase)]);
    }),
    volumes: [...list.volumes, ...volumes.map(({ name }) => emptyDirVolume(name))],
  };
}

/** Flags of the waiter, and the mounts that they need. */
interface TokenFlags {
  readonly flags: readonly string[];
  readonly mounts: readonly VolumeMount[];
}

function taken({ name, trusted }: Phase): readonly TokenFlags[] {
  if (trusted) return [];
  return [{ flags: [`--token=${tokenOf(name)}`], mounts: [tokenMount(name)] }];
}

function returned(predecessor: Phase | undefined): readonly TokenFlags[] {
  if (predecessor === undefined || predecessor.trusted) return [];
  const { name } = predecessor;
  return [
    {
      flags: [`--returned=${tokenOf(name)},${COPIES.mountPath}/${name}`, `--termination_path=${TERMINATION_MESSAGE}`],
      mounts: [readOnly(tokenMount(name)), readOnly(COPIES)],
    },
  ];
}

/** completion runs no lifecycle and extracts nothing. */
function removed({ name }: Phase): readonly TokenFlags[] {
  if (name === 'completion') return [];
  return [{ flags: [ARTIFACTS, ownArtifacts(name)].map((file) => `--remove=${file}`), mounts: [] }];
}

function behindWaiter(phase: Phase, flags: readonly TokenFlags[]): Phase {
  if (flags.length === 0) return phase;
  return {
    ...phase,
    command: WAITER_COPY,
    args: ['run', ...flags.flatMap((flag) => flag.flags), '--', phase.command, ...phase.args],
    mounts: [...phase.mounts, readOnly(WAITER_DIRECTORY), ...flags.flatMap(({ mounts }) => mounts)],
  };
}

function tokenMount(phase: PhaseName): VolumeMount {
  return mount(`${phase}-token-dir`, `/var/tokens/${phase}`);
}

function tokenOf(phase: PhaseName): string {
  return `${tokenMount(phase).mountPath}/token`;
}
