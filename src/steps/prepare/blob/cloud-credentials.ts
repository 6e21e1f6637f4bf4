import type { CloudStorage } from '../../../core/model/cloud-storage.ts';
import { type AccessToken, azureToken, googleToken } from '../cloud/access-token.ts';
import type { PrepareDependencies } from '../dependencies.ts';
import type { Fields } from '../request.ts';

/** The REST API version. kpack sends the version of Azure's client library; later versions work as well. */
const AZURE_VERSION = '2023-11-03';

const GOOGLE_SCOPE = 'https://www.googleapis.com/auth/devstorage.read_only';
const AZURE_RESOURCE = 'https://storage.azure.com/';

/**
 * Returns the request headers that authorize this Pod at a cloud's storage. The token comes from the metadata service of
 * the node, or on Azure from the workload identity of the ServiceAccount. Rejects with `CredentialsInvalid`.
 */
export async function cloudHeaders(storage: CloudStorage, dependencies: PrepareDependencies): Promise<Fields> {
  if (storage === 'google') return bearer(await googleToken(GOOGLE_SCOPE, dependencies));
  return {
    ...bearer(await azureToken(AZURE_RESOURCE, dependencies)),
    'x-ms-date': new Date(dependencies.network.clock.now()).toUTCString(),
    'x-ms-version': AZURE_VERSION,
    // Azure Files accepts a token only with this header ("Get File", REST API of Azure Files).
    ...(storage === 'azure-file' && { 'x-ms-file-request-intent': 'backup' }),
  };
}

function bearer({ token }: AccessToken): Fields {
  return { authorization: `Bearer ${token}` };
}
