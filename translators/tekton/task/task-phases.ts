import type { TaskBuilder } from '../../../src/model/task-builder.ts';
import { DOCKER_CONFIG_ENV, HOME_ENV } from '../../phases/environment.ts';
import { INPUTS } from '../../phases/inputs-volume.ts';
import { LAYERS } from '../../phases/mounts.ts';
import type { EnvVar, Phase } from '../../phases/phase.ts';
import { mount, readOnlyMount, type VolumeMount } from '../../phases/volume.ts';
import { PLATFORM_SOURCE } from './platform-source.ts';
import { prepareArgs } from './prepare-args.ts';
import { pathOfWorkspace, resultOfPrepare } from './substitutions.ts';
import type { TaskKind } from './task-kind.ts';

/** A phase with what a Task's run gives it by parameters and workspaces. */
export function taskPhase(phase: Phase, kind: TaskKind, builder: TaskBuilder | undefined): Phase {
  const { args, mounts } = moreOf(phase, kind, builder);
  return {
    ...phase,
    env: [...phase.env.flatMap(withoutHome), ...taskEnv(phase)],
    args: [...phase.args, ...args],
    mounts: [...phase.mounts.map((one) => (phase.name === 'prepare' ? writable(one) : one)), ...mounts],
  };
}

function moreOf({ name }: Phase, kind: TaskKind, builder: TaskBuilder | undefined): Pick<Phase, 'args' | 'mounts'> {
  const isBuild = kind === 'build';
  if (name === 'prepare') return { args: prepareArgs(kind, builder), mounts: isBuild ? [PLATFORM_SOURCE] : [] };
  if (name !== 'completion') return { args: [], mounts: [] };
  return {
    args: [`-report-to=${pathOfWorkspace('report')}`, ...(isBuild ? [`-sbom=${SBOM}`] : [])],
    mounts: isBuild ? [readOnlyMount(LAYERS.name, LAYERS.mountPath)] : [],
  };
}

/** Where the lifecycle keeps what buildpacks say of their layers (buildpacks/spec, platform.md, "Software-Bill-of-Materials"). */
const SBOM = `${LAYERS.mountPath}/sbom`;

/** The lifecycle has a variable for each of its flags. */
function taskEnv({ name }: Phase): readonly EnvVar[] {
  const talk = [
    { name: 'CNB_LOG_LEVEL', value: '$(params.CNB_LOG_LEVEL)' },
    { name: 'CNB_EXPERIMENTAL_MODE', value: '$(params.CNB_EXPERIMENTAL_MODE)' },
  ];
  const skip = { name: 'CNB_SKIP_LAYERS', value: resultOfPrepare('skip-restore') };
  const cache = { name: 'CNB_CACHE_DIR', value: pathOfWorkspace('cache') };
  switch (name) {
    case 'prepare':
    case 'completion':
      return [];
    case 'analyze':
      return [...talk, skip];
    case 'restore':
      return [...talk, skip, cache];
    case 'export':
      return [...talk, cache];
    case 'detect':
    case 'build':
    case 'rebase':
      return talk;
  }
}

/** Tekton writes the ServiceAccount's credentials into every step's home: ours are kept where it does not. */
function withoutHome(variable: EnvVar): readonly EnvVar[] {
  return variable.name === HOME_ENV.name ? [DOCKER_CONFIG_ENV] : [variable];
}

/** prepare makes the document that others are given. */
function writable(one: VolumeMount): VolumeMount {
  return one.name === INPUTS.name ? mount(INPUTS.name, INPUTS.mountPath) : one;
}
