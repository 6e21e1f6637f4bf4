import { access } from 'node:fs/promises';
import path from 'node:path';
import type { World } from '../world.ts';
import type { TaskArguments } from './arguments.ts';

/**
 * Where there are credentials for registries, what the Task was given first. Those of the ServiceAccount are used as well,
 * as Pipelines that have no workspace for them expect, and cannot be kept from anybody.
 */
export async function credentialDirectories(
  { log }: Pick<World, 'log'>,
  { credentials, accountCredentials }: Pick<TaskArguments, 'credentials' | 'accountCredentials'>,
): Promise<readonly string[]> {
  if (accountCredentials === undefined || !(await exists(path.join(accountCredentials, 'config.json'))))
    return credentials;
  log(
    'warning: Tekton shows the credentials of the ServiceAccount to buildpacks, too: use the workspace dockerconfig, and an account without secrets',
  );
  return [...credentials, accountCredentials];
}

/** Says that buildpacks could ask the API server as the account: only a run can keep its token from its pod. */
export async function warnOfToken(
  { log }: Pick<World, 'log'>,
  { accountToken }: Pick<TaskArguments, 'accountToken'>,
): Promise<void> {
  if (accountToken === undefined || !(await exists(accountToken))) return;
  log(
    'warning: buildpacks can read the token of the ServiceAccount: give the run podTemplate: {"automountServiceAccountToken":false}',
  );
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
