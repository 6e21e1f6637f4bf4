import { readdir } from 'node:fs/promises';
import { errorCode } from '../../http/error-code.ts';
import { PrepareError } from '../step-error.ts';

/**
 * Fails if Tekton has mounted Secrets of the TaskRun's ServiceAccount (tektoncd/pipeline, pkg/pod/creds_init.go). Tekton
 * mounts them into every step when it creates the Pod, and no volume can be added later. prepare is the first step, so no
 * buildpack has run yet. Rejects with `CredentialsExposed`.
 */
export async function refuseExposedSecrets(directory: string): Promise<void> {
  const secrets = await entriesOf(directory);
  if (secrets.length === 0) return;
  const names = secrets.toSorted().slice(0, MAX_NAMES).join(', ');
  throw new PrepareError(
    'CredentialsExposed',
    `Tekton shows Secrets of the ServiceAccount (${names}) to buildpacks: remove them from the secrets of the TaskRun's ServiceAccount, or set disable-creds-init to "true" in Tekton's ConfigMap feature-flags`,
  );
}

const MAX_NAMES = 5;

async function entriesOf(directory: string): Promise<readonly string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
