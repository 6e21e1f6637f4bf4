import type { ResolvedBuild } from '../../src/model/resolved-build.ts';
import { valueFromEnv } from './inputs.ts';
import { INPUTS, INPUTS_FILE } from './inputs-volume.ts';
import { HOME, PLATFORM, PROJECT_METADATA, WORKSPACE } from './mounts.ts';
import type { OwnPrograms } from './own-programs.ts';
import type { Phase } from './phase.ts';
import { prepareSecretMounts } from './secrets.ts';

/**
 * Fetches the source, lays out what the lifecycle wants to find, and checks access to every tag before anything is
 * built; of a rebase, credentials and access only.
 */
export function prepare(build: ResolvedBuild, programs: OwnPrograms): Phase {
  const { operation } = build;
  return {
    name: 'prepare',
    image: programs.image,
    command: programs.prepare,
    args: [`-inputs=${INPUTS_FILE}`],
    env: operation.kind === 'build' ? valueFromEnv(operation.environment) : [],
    mounts: [
      ...prepareSecretMounts(build),
      INPUTS,
      ...(operation.kind === 'build' ? [PLATFORM, WORKSPACE, HOME, PROJECT_METADATA] : [HOME]),
    ],
    credentials: operation.kind === 'build' ? ['source', 'registry'] : ['registry'],
    trusted: true,
  };
}
