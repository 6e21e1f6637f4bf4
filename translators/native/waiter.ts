import type { Phase, PhaseList } from '../phases/phase.ts';
import { emptyDirVolume, mount, readOnly, type Volume, type VolumeMount, WAITER_DIRECTORY } from '../phases/volumes.ts';
import { below } from '../phases/order-directory.ts';
import { copyIn, isProven, preparedCopy, preparedToken, tokenIn } from '../phases/proven-order.ts';
import { TERMINATION_LOG, type PhaseContainer } from './container.ts';

/** The condition on which a waiter starts the command. */
export type WaitFor =
  /** The files must exist. If `content` is true, every file must also be non-empty. */
  | { readonly kind: 'files'; readonly files: readonly string[]; readonly content: boolean }
  /** The phase must have ended. Its waiter has then released the lock of the mark's directory. */
  | { readonly kind: 'phase'; readonly phase: string };

/**
 * Makes a waiter run the container's command after `waitFor`, and write the phase's mark when the command ends. The command
 * can write a mark too, because the waiter has the same user. So the waiter holds a lock until it has ended all other
 * processes of the container, and the next waiter believes a mark only if the lock is free. If the phase or the next one runs
 * buildpacks, the next waiter also compares a token, which the waiter takes out of its file and puts back after success. So no
 * mark of a failed phase, or of a killed waiter, starts the next phase. The first phase takes no lock: it runs no buildpack, and
 * its hook, which copies the waiter, must not be killed. The marks and the tokens are below `directory`.
 */
export function withWaiter(
  container: PhaseContainer,
  waiter: string,
  waitFor: WaitFor,
  { directory, flags = [] }: { readonly directory: string; readonly flags?: readonly string[] },
): PhaseContainer {
  const [entrypoint = ''] = container.command;
  return {
    ...container,
    command: [waiter],
    args: [
      'run',
      ...waitArgs(waitFor, directory),
      ...(waitFor.kind === 'phase' ? [`--lock=${directory}${markMount(container.name).mountPath}`] : []),
      ...flags,
      `--post_file=${directory}${markOf(container.name)}`,
      `--termination_path=${TERMINATION_LOG}`,
      `--entrypoint=${entrypoint}`,
      '--',
      ...container.args,
    ],
  };
}

function waitArgs(waitFor: WaitFor, directory: string): readonly string[] {
  switch (waitFor.kind) {
    case 'files':
      return [
        ...waitFor.files.map((file) => `--wait_file=${file}`),
        ...(waitFor.content ? ['--wait_file_content'] : []),
      ];
    case 'phase':
      return [`--wait_file=${directory}${markOf(waitFor.phase)}`, '--wait_lock'];
  }
}

/** Returns the file that a phase's waiter writes when the phase ends. */
function markOf(phase: string): string {
  return `${markMount(phase).mountPath}/done`;
}

/** Returns the flags that take and compare tokens. The volume of a phase's mark also holds its token, and the copy that it compares. */
export function proofFlags({ phases }: PhaseList, index: number, directory: string): readonly string[] {
  const [phase, predecessor] = [phases[index], phases[index - 1]];
  if (phase === undefined || predecessor === undefined) return [];
  const own = below(directory, markMount(phase.name));
  const before = below(directory, markMount(predecessor.name));
  return [
    ...(isProven(phases, index) ? [`--token=${tokenIn(own)}`] : []),
    ...(isProven(phases, index - 1) ? [`--returned=${tokenIn(before)},${copyIn(own)}`] : []),
  ];
}

/** Returns the mounts by which the first phase, prepare, writes the tokens and their copies. */
export function tokenMounts({ phases }: PhaseList): readonly VolumeMount[] {
  return phases.flatMap(({ name }, index) => {
    const next = phases[index + 1];
    if (next === undefined || !isProven(phases, index)) return [];
    return [preparedToken(markMount(name).name, name), preparedCopy(markMount(next.name).name, name)];
  });
}

/** A phase writes its mark and reads its predecessor's. Each mark has its own emptyDir, so that no phase can forge another's. */
export function markMounts(phase: Phase, predecessor: Phase | undefined, directory: string): readonly VolumeMount[] {
  const read = predecessor === undefined ? [] : [readOnly(markMount(predecessor.name))];
  return [markMount(phase.name), ...read].map((one) => below(directory, one));
}

export function waiterVolumes(phases: readonly Phase[]): readonly Volume[] {
  return [emptyDirVolume(WAITER_DIRECTORY.name), ...phases.map(({ name }) => emptyDirVolume(markMount(name).name))];
}

function markMount(phase: string): VolumeMount {
  return mount(`build-wait-${phase}`, `/buildWait/${phase}`);
}
