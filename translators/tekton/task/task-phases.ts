import { EXEC_ENV_VARIABLE } from '../../../src/core/model/exec-env.ts';
import type { TaskBuilder } from '../../../src/core/model/resolved-builder.ts';
import type { EnvVar } from '../../phases/environment.ts';
import { INPUTS } from '../../phases/inputs-volume.ts';
import { LAYERS, mount, readOnly, type VolumeMount } from '../../phases/volumes.ts';
import type { Phase } from '../../phases/phase.ts';
import { certificatesDirectoryEnv } from '../../phases/network.ts';
import { CERTIFICATES_WORKSPACE, PLATFORM_SOURCE } from './workspaces.ts';
import { prepareArgs } from './prepare-args.ts';
import { pathOfWorkspace, resultOfPrepare } from './substitutions.ts';
import type { TaskKind } from './task-metadata.ts';

/** Adds the arguments, variables and mounts that connect a phase to a Task's parameters and workspaces. */
export function taskPhase(phase: Phase, kind: TaskKind, builder: TaskBuilder | undefined): Phase {
  const { args, mounts } = additionsTo(phase, kind, builder);
  return {
    ...phase,
    env: [...phase.env, ...taskEnv(phase)],
    args: [...phase.args, ...args],
    mounts: [...phase.mounts.map((one) => (phase.name === 'prepare' ? writable(one) : one)), ...mounts],
  };
}

function additionsTo(
  { name }: Phase,
  kind: TaskKind,
  builder: TaskBuilder | undefined,
): Pick<Phase, 'args' | 'mounts'> {
  const isBuild = kind === 'build';
  if (name === 'prepare') return { args: prepareArgs(kind, builder), mounts: isBuild ? [PLATFORM_SOURCE] : [] };
  if (name !== 'completion') return { args: [], mounts: [] };
  return {
    args: [`-report-to=${pathOfWorkspace('report')}`, ...(isBuild ? [`-sbom=${SBOM}`] : [])],
    mounts: isBuild ? [readOnly(LAYERS)] : [],
  };
}

/** The lifecycle writes bills of materials here (buildpacks/spec, platform.md, "Software-Bill-of-Materials"). */
const SBOM = `${LAYERS.mountPath}/sbom`;

/** Returns the variables that set the lifecycle's flags, and the certificates that all connections trust. */
function taskEnv({ name }: Phase): readonly EnvVar[] {
  const logging = [
    { name: 'CNB_LOG_LEVEL', value: '$(params.CNB_LOG_LEVEL)' },
    { name: 'CNB_EXPERIMENTAL_MODE', value: '$(params.CNB_EXPERIMENTAL_MODE)' },
  ];
  const skip = { name: 'CNB_SKIP_LAYERS', value: resultOfPrepare('skip-restore') };
  const certificates = pathOfWorkspace(CERTIFICATES_WORKSPACE.name);
  const trust = certificatesDirectoryEnv(certificates);
  const cache = { name: 'CNB_CACHE_DIR', value: pathOfWorkspace('cache') };
  // The lifecycle reads an empty variable as production.
  const environment = { name: EXEC_ENV_VARIABLE, value: `$(params.${EXEC_ENV_VARIABLE})` };
  switch (name) {
    case 'prepare':
    case 'completion':
      return [{ name: 'SSL_CERT_DIR', value: certificates }];
    case 'analyze':
      return [...logging, skip, trust];
    case 'restore':
      return [...logging, environment, skip, cache, trust];
    case 'export':
      return [...logging, environment, cache, trust];
    case 'create':
    case 'rebase':
      return [...logging, trust];
    case 'detect':
    case 'build':
      return [...logging, environment];
  }
}

/** prepare writes the inputs document of a Task, so its mount is not read-only. */
function writable(one: VolumeMount): VolumeMount {
  return one.name === INPUTS.name ? mount(INPUTS.name, INPUTS.mountPath) : one;
}
