import type { Phase } from '../phases/phase.ts';
import { emptyDirVolume, mount, readOnlyMount, type Volume, type VolumeMount } from '../phases/volume.ts';
import type { PhaseContainer } from './container.ts';

/** kpack's volume by that name holds its waiter too. */
const WAITER = mount('build-wait-dir', '/buildWait/bin');

/** The waiter's own name (fallback-entrypoint). */
const WAITER_BINARY = 'taskpack-entrypoint';

const TERMINATION_LOG = '/dev/termination-log';

/** Where the waiter is copied to, for those who copy it. */
export const WAITER_TARGET: VolumeMount = WAITER;

/** Where the copy is, for those who run it. */
export const WAITER_COPY = `${WAITER.mountPath}/${WAITER_BINARY}`;

/** What a waiter waits for; with `content`, until none of the files is empty. */
export interface WaitFor {
  readonly files: readonly string[];
  readonly content: boolean;
}

/** The container with its command run by the waiter: after what it waits for, and leaving its own mark. */
export function waiting(container: PhaseContainer, waiter: string, waitFor: WaitFor): PhaseContainer {
  const [entrypoint = ''] = container.command;
  return {
    ...container,
    command: [waiter],
    args: [
      'run',
      ...waitFor.files.map((file) => `--wait_file=${file}`),
      ...(waitFor.content ? ['--wait_file_content'] : []),
      `--post_file=${markOf(container.name)}`,
      `--termination_path=${TERMINATION_LOG}`,
      `--entrypoint=${entrypoint}`,
      '--',
      ...container.args,
    ],
  };
}

/** The file that says that a phase has ended. */
export function markOf(phase: string): string {
  return `${runMount(phase).mountPath}/done`;
}

/** A phase writes its own mark and reads its predecessor's: one emptyDir each, so that none can forge another's. */
export function runMounts(phase: Phase, predecessor: Phase | undefined): readonly VolumeMount[] {
  const read = predecessor === undefined ? [] : [runMount(predecessor.name)];
  return [runMount(phase.name), ...read.map(({ name, mountPath }) => readOnlyMount(name, mountPath))];
}

export function waiterVolumes(phases: readonly Phase[]): readonly Volume[] {
  return [emptyDirVolume(WAITER.name), ...phases.map(({ name }) => emptyDirVolume(runMount(name).name))];
}

function runMount(phase: string): VolumeMount {
  return mount(`build-wait-${phase}`, `/buildWait/${phase}`);
}
