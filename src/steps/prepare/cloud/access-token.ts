import type { PrepareDependencies } from '../dependencies.ts';
import { serviceObject, tokenFile, tokenIn, type ServiceRequest } from './service-answer.ts';

type Environment = PrepareDependencies['environment'];

/** A token (RFC 6749 section 5.1), and the seconds for which it is valid if the service says so. */
export interface AccessToken {
  readonly token: string;
  readonly seconds: number | undefined;
}

/** Returns a token of Google Cloud for a scope, from the metadata service. Rejects with `CredentialsInvalid`. */
export async function googleToken(scope: string, dependencies: PrepareDependencies): Promise<AccessToken> {
  return accessToken(googleRequest(scope, dependencies.environment), dependencies);
}

/**
 * Returns a token of Azure for a resource: from the workload identity of the ServiceAccount, or else from the metadata
 * service of the node. Rejects with `CredentialsInvalid`.
 */
export async function azureToken(resource: string, dependencies: PrepareDependencies): Promise<AccessToken> {
  const { environment } = dependencies;
  const { AZURE_FEDERATED_TOKEN_FILE: file = '' } = environment;
  const request =
    file === '' ? azureRequest(resource, environment) : await federatedRequest(resource, file, environment);
  return accessToken(request, dependencies);
}

/** Uses the address and the variable of Google's client libraries (cloud.google.com/go/compute/metadata). */
function googleRequest(scope: string, { GCE_METADATA_HOST: host = '169.254.169.254' }: Environment): ServiceRequest {
  const url = new URL(`http://${host}/computeMetadata/v1/instance/service-accounts/default/token`);
  url.searchParams.set('scopes', scope);
  return { url, headers: { 'metadata-flavor': 'Google' }, isOnNode: true };
}

/** Uses the address and the variables of Azure's client libraries (azidentity, managed_identity_client.go). */
function azureRequest(
  resource: string,
  { AZURE_POD_IDENTITY_AUTHORITY_HOST: host = 'http://169.254.169.254', AZURE_CLIENT_ID: client = '' }: Environment,
): ServiceRequest {
  const url = new URL('/metadata/identity/oauth2/token', host);
  url.searchParams.set('api-version', '2018-02-01');
  url.searchParams.set('resource', resource);
  if (client !== '') url.searchParams.set('client_id', client);
  return { url, headers: { metadata: 'true' }, isOnNode: true };
}

/** Exchanges the ServiceAccount token that Azure's workload identity webhook mounts for a token of Azure. */
async function federatedRequest(resource: string, file: string, environment: Environment): Promise<ServiceRequest> {
  const { AZURE_AUTHORITY_HOST: host = 'https://login.microsoftonline.com/' } = environment;
  const { AZURE_TENANT_ID: tenant = '', AZURE_CLIENT_ID: client = '' } = environment;
  return {
    url: new URL(`/${encodeURIComponent(tenant)}/oauth2/v2.0/token`, host),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    isOnNode: false,
    body: new URLSearchParams({
      client_id: client,
      scope: `${resource}${resource.endsWith('/') ? '' : '/'}.default`,
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await tokenFile(file, 'AZURE_FEDERATED_TOKEN_FILE'),
    }).toString(),
  };
}

async function accessToken(request: ServiceRequest, dependencies: PrepareDependencies): Promise<AccessToken> {
  const answer = await serviceObject(request, dependencies);
  const token = tokenIn(answer, 'access_token', request.url, dependencies);
  const seconds = Number(answer['expires_in']);
  return { token, seconds: Number.isFinite(seconds) && seconds > 0 ? seconds : undefined };
}
