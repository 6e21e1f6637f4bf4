import type { ResolvedBuild } from '../../src/core/model/resolved-build.ts';
import type { Workload } from '../../src/core/model/workload.ts';
import { attestedFiles } from './attestation.ts';
import { valueFromEnv } from './build-inputs.ts';
import { INPUTS, INPUTS_FILE } from './inputs-volume.ts';
import {
  CREDENTIALS,
  PLATFORM,
  PROGRAMS,
  PROJECT_METADATA,
  readOnly,
  REPORT,
  REPORT_FILE,
  WORKSPACE,
} from './volumes.ts';
import { runImageWriteMounts } from './trusted-lifecycle.ts';
import type { Phase } from './phase.ts';
import { prepareSecretMounts, signingMounts } from './secrets.ts';
import { DOCKER_CONFIG_ENV } from './environment.ts';
import { envSecretMounts } from './environment-secrets.ts';

/** The steps image, and the paths of its programs. */
export interface TaskpackPrograms {
  readonly image: string;
  readonly prepare: string;
  readonly completion: string;
  /** The waiter. The `containers` layout copies it to a shared volume. */
  readonly entrypoint: string;
  /** The program that checks files right before a phase, and then runs its program (export-guard). */
  readonly exportGuard: string;
}

/** Returns the paths of the programs in a steps image. They are the same in every version. */
export function taskpackPrograms(image: string): TaskpackPrograms {
  return {
    image,
    prepare: '/taskpack/bin/prepare',
    completion: '/taskpack/bin/completion',
    entrypoint: '/taskpack/bin/taskpack-entrypoint',
    exportGuard: '/taskpack/bin/taskpack-export',
  };
}

/**
 * Fetches the source, writes the files that the lifecycle reads, and checks the push access to every tag before anything
 * is built. For a rebase, prepares only credentials and checks access.
 */
export function preparePhase(build: ResolvedBuild, programs: TaskpackPrograms): Phase {
  const { operation } = build;
  return {
    name: 'prepare',
    image: programs.image,
    command: programs.prepare,
    args: [`-inputs=${INPUTS_FILE}`],
    env: operation.kind === 'build' ? valueFromEnv(operation.environment) : [],
    mounts: [
      ...prepareSecretMounts(build),
      ...(operation.kind === 'build' ? envSecretMounts(operation) : []),
      INPUTS,
      ...(operation.kind === 'build' ? [PLATFORM, WORKSPACE, CREDENTIALS, PROJECT_METADATA, PROGRAMS] : [CREDENTIALS]),
      ...runImageWriteMounts(build),
    ],
    credentials: operation.kind === 'build' ? ['source', 'registry'] : ['registry'],
    trusted: true,
  };
}

/** Signs the image, attests to it and reports its digest. The backend adds the arguments that say where to report. */
export function completionPhase(build: ResolvedBuild, programs: TaskpackPrograms, workload: Workload): Phase {
  const attested = attestedFiles(build, workload);
  return {
    name: 'completion',
    image: programs.image,
    command: programs.completion,
    args: [`-inputs=${INPUTS_FILE}`, `-report=${REPORT_FILE}`, ...attested.args],
    env: [DOCKER_CONFIG_ENV],
    mounts: [...signingMounts(build.credentials), INPUTS, readOnly(CREDENTIALS), readOnly(REPORT), ...attested.mounts],
    credentials: ['registry', 'signing'],
    trusted: true,
  };
}
