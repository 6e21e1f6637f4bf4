import { readFile } from 'node:fs/promises';
import type { CloudStorage } from '../../../model/cloud-storage.ts';
import { PrepareError } from '../prepare-error.ts';
import type { World } from '../world.ts';
import { cloudToken, type TokenRequest } from './cloud-token.ts';
import type { Fields } from './request.ts';

/** As kpack's (pkg/blob), which takes them from Azure's libraries; any later one does as well. */
const AZURE_VERSION = '2023-11-03';

const GOOGLE_SCOPE = 'https://www.googleapis.com/auth/devstorage.read_only';
const AZURE_RESOURCE = 'https://storage.azure.com/';

/**
 * The fields by which a cloud's storage knows who runs in the cloud: the token comes from the metadata service of the
 * node, or on Azure by the identity of the ServiceAccount. Rejects with `CredentialsInvalid`.
 */
export async function cloudHeaders(storage: CloudStorage, world: World): Promise<Fields> {
  const token = await cloudToken(await tokenRequest(storage, world.environment), world);
  const authorization = `Bearer ${token}`;
  if (storage === 'google') return { authorization };
  return {
    authorization,
    'x-ms-date': new Date(world.network.now()).toUTCString(),
    'x-ms-version': AZURE_VERSION,
    // Without it files are not given to a token ("Get File", REST API of Azure Files).
    ...(storage === 'azure-file' && { 'x-ms-file-request-intent': 'backup' }),
  };
}

async function tokenRequest(storage: CloudStorage, environment: World['environment']): Promise<TokenRequest> {
  if (storage === 'google') return googleRequest(environment);
  const { AZURE_FEDERATED_TOKEN_FILE: file = '' } = environment;
  return file === '' ? azureRequest(environment) : federatedRequest(file, environment);
}

/** Its address and the variable are those of Google's own libraries (cloud.google.com/go/compute/metadata). */
function googleRequest({ GCE_METADATA_HOST: host = '169.254.169.254' }: World['environment']): TokenRequest {
  const url = new URL(`http://${host}/computeMetadata/v1/instance/service-accounts/default/token`);
  url.searchParams.set('scopes', GOOGLE_SCOPE);
  return { url, headers: { 'metadata-flavor': 'Google' }, isOfNode: true };
}

/** The same of Azure's (azidentity, managed_identity_client.go). */
function azureRequest({
  AZURE_POD_IDENTITY_AUTHORITY_HOST: host = 'http://169.254.169.254',
  AZURE_CLIENT_ID: client = '',
}: World['environment']): TokenRequest {
  const url = new URL('/metadata/identity/oauth2/token', host);
  url.searchParams.set('api-version', '2018-02-01');
  url.searchParams.set('resource', AZURE_RESOURCE);
  if (client !== '') url.searchParams.set('client_id', client);
  return { url, headers: { metadata: 'true' }, isOfNode: true };
}

/** What Azure's webhook for workload identities puts into pods: a token of the ServiceAccount is exchanged for Azure's. */
async function federatedRequest(file: string, environment: World['environment']): Promise<TokenRequest> {
  const { AZURE_AUTHORITY_HOST: host = 'https://login.microsoftonline.com/' } = environment;
  const { AZURE_TENANT_ID: tenant = '', AZURE_CLIENT_ID: client = '' } = environment;
  const assertion = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new PrepareError(
      'CredentialsInvalid',
      `${file}, which AZURE_FEDERATED_TOKEN_FILE names, cannot be read`,
      error,
    );
  });
  return {
    url: new URL(`/${encodeURIComponent(tenant)}/oauth2/v2.0/token`, host),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    isOfNode: false,
    body: new URLSearchParams({
      client_id: client,
      scope: `${AZURE_RESOURCE}.default`,
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion.trim(),
    }).toString(),
  };
}
