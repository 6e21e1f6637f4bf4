import { PrepareError } from '../../core/model/step-failures/step-error.ts';
import { directoryEntries } from './directory-entries.ts';

/**
 * Fails if Tekton has mounted Secrets of the TaskRun's ServiceAccount (tektoncd/pipeline, pkg/pod/creds_init.go). Tekton
 * mounts them into every step when it creates the Pod, and no volume can be added later. prepare is the first step, so no
 * buildpack has run yet. Rejects with `CredentialsExposed`.
 */
export async function refuseExposedSecrets(directory: string): Promise<void> {
  const names = await exposedSecretNames(directory);
  if (names === undefined) return;
  throw new PrepareError(
    'CredentialsExposed',
    `Tekton shows Secrets of the ServiceAccount (${names}) to buildpacks: remove them from the secrets of the TaskRun's ServiceAccount, or set disable-creds-init to "true" in Tekton's ConfigMap feature-flags`,
  );
}

/** Returns the names of the Secrets that Tekton has mounted into every step, or `undefined` if there are none. */
export async function exposedSecretNames(directory: string): Promise<string | undefined> {
  const secrets = await directoryEntries(directory);
  return secrets.length === 0 ? undefined : secrets.toSorted().slice(0, MAX_NAMES).join(', ');
}

const MAX_NAMES = 5;
