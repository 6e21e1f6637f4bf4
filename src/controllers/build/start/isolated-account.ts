import type { ServiceAccount } from '../../../api/core/service-account.ts';
import { SERVICE_ACCOUNTS } from '../../../kube/client/resources.ts';
import { isKubeError } from '../../../kube/kube-error.ts';
import type { Manifest } from '../../../model/manifest.ts';
import type { BuildPorts } from '../build-ports.ts';
import { serviceAccountOf } from './account-objects.ts';

/** The account that TaskRuns of a namespace run as: the one that is there, made if there is none. */
export async function ensureIsolatedAccount(
  account: Manifest,
  { client }: Pick<BuildPorts, 'client'>,
  signal: AbortSignal,
): Promise<ServiceAccount> {
  const { name, namespace = '' } = account.metadata;
  const read = async (): Promise<ServiceAccount> =>
    serviceAccountOf(await client.get(SERVICE_ACCOUNTS, { namespace, name }, { signal }));
  try {
    return await read();
  } catch (error) {
    if (!isKubeError(error, 'NOT_FOUND')) throw error;
  }
  try {
    return serviceAccountOf(await client.create(SERVICE_ACCOUNTS, account, { signal }));
  } catch (error) {
    if (!isKubeError(error, 'ALREADY_EXISTS')) throw error;
    return read();
  }
}
