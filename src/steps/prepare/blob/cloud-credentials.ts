import { readFile } from 'node:fs/promises';
import { RETRY_POLICY, withRetries } from '../../../http/retries.ts';
import { readBody } from '../../../http/response.ts';
import type { CloudStorage } from '../../../model/cloud-storage.ts';
import { isJsonObject, parseJson } from '../../../model/json.ts';
import { makeDispatcher } from '../../../registry/client/transport/dispatcher.ts';
import { PrepareError } from '../../step-error.ts';
import type { PrepareDependencies } from '../dependencies.ts';
import { isTransient } from '../failures.ts';
import { type Fields, requestOnce, statusFailure } from './request.ts';

/** The REST API version. kpack sends the version of Azure's client library; later versions work as well. */
const AZURE_VERSION = '2023-11-03';

const GOOGLE_SCOPE = 'https://www.googleapis.com/auth/devstorage.read_only';
const AZURE_RESOURCE = 'https://storage.azure.com/';

/**
 * Returns the request headers that authorize this Pod at a cloud's storage. The token comes from the metadata service of
 * the node, or on Azure from the workload identity of the ServiceAccount. Rejects with `CredentialsInvalid`.
 */
export async function cloudHeaders(storage: CloudStorage, dependencies: PrepareDependencies): Promise<Fields> {
  const token = await cloudToken(await tokenRequest(storage, dependencies.environment), dependencies);
  const authorization = `Bearer ${token}`;
  if (storage === 'google') return { authorization };
  return {
    authorization,
    'x-ms-date': new Date(dependencies.network.clock.now()).toUTCString(),
    'x-ms-version': AZURE_VERSION,
    // Azure Files accepts a token only with this header ("Get File", REST API of Azure Files).
    ...(storage === 'azure-file' && { 'x-ms-file-request-intent': 'backup' }),
  };
}

async function tokenRequest(
  storage: CloudStorage,
  environment: PrepareDependencies['environment'],
): Promise<TokenRequest> {
  if (storage === 'google') return googleRequest(environment);
  const { AZURE_FEDERATED_TOKEN_FILE: file = '' } = environment;
  return file === '' ? azureRequest(environment) : federatedRequest(file, environment);
}

/** Uses the address and the variable of Google's client libraries (cloud.google.com/go/compute/metadata). */
function googleRequest({
  GCE_METADATA_HOST: host = '169.254.169.254',
}: PrepareDependencies['environment']): TokenRequest {
  const url = new URL(`http://${host}/computeMetadata/v1/instance/service-accounts/default/token`);
  url.searchParams.set('scopes', GOOGLE_SCOPE);
  return { url, headers: { 'metadata-flavor': 'Google' }, isOnNode: true };
}

/** Uses the address and the variables of Azure's client libraries (azidentity, managed_identity_client.go). */
function azureRequest({
  AZURE_POD_IDENTITY_AUTHORITY_HOST: host = 'http://169.254.169.254',
  AZURE_CLIENT_ID: client = '',
}: PrepareDependencies['environment']): TokenRequest {
  const url = new URL('/metadata/identity/oauth2/token', host);
  url.searchParams.set('api-version', '2018-02-01');
  url.searchParams.set('resource', AZURE_RESOURCE);
  if (client !== '') url.searchParams.set('client_id', client);
  return { url, headers: { metadata: 'true' }, isOnNode: true };
}

/** Exchanges the ServiceAccount token that Azure's workload identity webhook mounts for a token of Azure. */
async function federatedRequest(file: string, environment: PrepareDependencies['environment']): Promise<TokenRequest> {
  const { AZURE_AUTHORITY_HOST: host = 'https://login.microsoftonline.com/' } = environment;
  const { AZURE_TENANT_ID: tenant = '', AZURE_CLIENT_ID: client = '' } = environment;
  const assertion = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new PrepareError('CredentialsInvalid', `cannot read ${file}, the file in AZURE_FEDERATED_TOKEN_FILE`, error);
  });
  return {
    url: new URL(`/${encodeURIComponent(tenant)}/oauth2/v2.0/token`, host),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    isOnNode: false,
    body: new URLSearchParams({
      client_id: client,
      scope: `${AZURE_RESOURCE}.default`,
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion.trim(),
    }).toString(),
  };
}

interface TokenRequest {
  readonly url: URL;
  readonly headers: Fields;
  readonly body?: string;
  /** True for the metadata service of the node, which must be reached without a proxy. */
  readonly isOnNode: boolean;
}

const MAX_RESPONSE_BYTES = 65_536;

/** Requests an access token (RFC 6749 section 5.1) with retries. Rejects with `PrepareError`. */
async function cloudToken(asked: TokenRequest, dependencies: PrepareDependencies): Promise<string> {
  // The platform names the metadata service, so its address is allowed here.
  const direct = asked.isOnNode ? makeDispatcher({ guard: { allowed: asked.url.hostname } }) : undefined;
  const network = { ...dependencies.network, ...(direct && { dispatcher: direct }) };
  try {
    const retrying = { ...network, policy: RETRY_POLICY, isTransient, signal: dependencies.signal };
    const text = await withRetries(retrying, async () => answerText(asked, { ...dependencies, network }));
    const answer = parseJson(text);
    const token = isJsonObject(answer) ? answer['access_token'] : undefined;
    if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) throw noToken(asked.url, 'returned no token');
    dependencies.redaction.addSecret(token);
    return token;
  } finally {
    await direct?.destroy();
  }
}

async function answerText({ url, headers, body }: TokenRequest, dependencies: PrepareDependencies): Promise<string> {
  const answer = await requestOnce(dependencies, url, { headers, ...(body !== undefined && { body }) });
  if (answer.status === 408 || answer.status === 429 || answer.status >= 500) throw statusFailure(answer, url);
  if (answer.status !== 200) {
    answer.discard();
    throw noToken(url, `returned status ${answer.status}`);
  }
  const text = await readBody(answer, MAX_RESPONSE_BYTES);
  if (text === undefined) throw noToken(url, 'returned a response that is too long');
  return text.toString();
}

function noToken({ host }: URL, reason: string): PrepareError {
  return new PrepareError(
    'CredentialsInvalid',
    `blob.auth: helper gets no token, because ${host} ${reason}: check that the node or the ServiceAccount has an identity that may read the blob`,
  );
}
