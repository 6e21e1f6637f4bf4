import { access } from 'node:fs/promises';
import path from 'node:path';
import { PrepareError } from '../../../core/model/step-failures/step-error.ts';
import type { PrepareDependencies } from '../dependencies.ts';
import { exposedSecretNames } from '../exposed-secrets.ts';
import type { TaskArguments } from './task-arguments.ts';

type Arguments = Pick<TaskArguments, 'operation' | 'accountCredentials' | 'allowAccountCredentials'>;

/**
 * Fails if Tekton has given Secrets of the ServiceAccount to every step, and so to buildpacks. A run can allow that. A
 * rebase runs no buildpacks. Rejects with `CredentialsExposed`.
 */
export async function checkAccountCredentials(
  { log, tektonSecrets }: Pick<PrepareDependencies, 'log' | 'tektonSecrets'>,
  { operation, allowAccountCredentials, accountCredentials }: Arguments,
): Promise<void> {
  if (operation === 'rebase') return;
  const mounted = await exposedSecretNames(tektonSecrets);
  const written = await existing(dockerConfig(accountCredentials));
  if (mounted === undefined && written === undefined) return;
  const what = mounted === undefined ? 'the registry credentials' : `the Secrets (${mounted})`;
  if (allowAccountCredentials !== 'true') {
    throw new PrepareError(
      'CredentialsExposed',
      `Tekton shows ${what} of the ServiceAccount to buildpacks: run with a ServiceAccount without secrets and bind the workspace dockerconfig, or set disable-creds-init to "true" in Tekton's ConfigMap feature-flags, or set ALLOW_ACCOUNT_CREDENTIALS to true if you trust all buildpacks`,
    );
  }
  log(
    `warning: buildpacks can read ${what} of the ServiceAccount: use the workspace dockerconfig and a ServiceAccount without secrets`,
  );
}

/**
 * Returns the directories with registry credentials. Workspaces come first, then the ServiceAccount's credentials, which
 * Pipelines without a credentials workspace expect.
 */
export async function credentialDirectories({
  credentials,
  accountCredentials,
}: Pick<TaskArguments, 'credentials' | 'accountCredentials'>): Promise<readonly string[]> {
  const file = await existing(dockerConfig(accountCredentials));
  return file === undefined ? credentials : [...credentials, path.dirname(file)];
}

function dockerConfig(directory: string | undefined): string | undefined {
  return directory === undefined ? undefined : path.join(directory, 'config.json');
}

async function existing(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  return access(file).then(
    () => file,
    () => undefined,
  );
}
