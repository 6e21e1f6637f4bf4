import { AwsV4Signer } from 'aws4fetch';
import type { CloudRegistry } from '../../../core/model/cloud-registry.ts';
import { fields, list, text } from '../../../core/model/objects/reader.ts';
import type { PrepareDependencies } from '../dependencies.ts';
import { azureToken, googleToken } from './access-token.ts';
import { awsCredentials } from './aws-credentials.ts';
import { noToken, serviceObject, tokenIn } from './service-answer.ts';

/** A temporary login of a registry. */
export interface RegistryLogin {
  readonly username: string;
  readonly password: string;
  /** The time for which the login is valid, if the cloud says so or documents it. */
  readonly seconds?: number;
}

/**
 * Exchanges the Pod's cloud identity for a login of the registry. Returns `undefined` if the Pod has no identity of the
 * registry's cloud. Rejects with `PrepareError`.
 */
export async function registryLogin(
  host: string,
  registry: CloudRegistry,
  dependencies: PrepareDependencies,
): Promise<RegistryLogin | undefined> {
  switch (registry.kind) {
    case 'ecr':
      return ecrLogin(registry, dependencies);
    case 'acr':
      return acrLogin(host, registry.audience, dependencies);
    case 'google':
      return googleLogin(dependencies);
  }
}

const asAuthorization = fields({ authorizationData: list(fields({ authorizationToken: text })) });

/** "GetAuthorizationToken" (Amazon ECR API reference). A token is valid for 12 hours. */
async function ecrLogin(
  { region, domain }: Extract<CloudRegistry, { kind: 'ecr' }>,
  dependencies: PrepareDependencies,
): Promise<RegistryLogin | undefined> {
  const credentials = await awsCredentials({ region, domain }, dependencies);
  if (credentials === undefined) return undefined;
  const { AWS_ENDPOINT_URL_ECR: endpoint = `https://api.ecr.${region}.${domain}/` } = dependencies.environment;
  const url = new URL(endpoint);
  const unsigned = {
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': 'AmazonEC2ContainerRegistry_V20150921.GetAuthorizationToken',
  };
  const body = '{}';
  const signer = new AwsV4Signer({ ...credentials, url: url.href, body, headers: unsigned, service: 'ecr', region });
  const headers = Object.fromEntries(new Headers((await signer.sign()).headers));
  const answer = await serviceObject({ url, headers, body, isOnNode: false }, dependencies);
  const [{ authorizationToken: token = '' } = {}] = asAuthorization(answer).authorizationData;
  const [username = '', password = ''] = Buffer.from(token, 'base64').toString().split(':');
  if (username === '' || password === '') throw noToken(url, 'returned no token');
  dependencies.redaction.addSecret(password);
  return { username, password, seconds: 43_200 };
}

/** The user name of a refresh token ("Authenticate with a service principal or token", Azure Container Registry). */
const ACR_USER = '00000000-0000-0000-0000-000000000000';

/** The exchange of an Azure token for a refresh token of the registry (Azure/acr, docs/AAD-OAuth.md). It is valid for 3 hours. */
async function acrLogin(
  host: string,
  audience: string,
  dependencies: PrepareDependencies,
): Promise<RegistryLogin | undefined> {
  const { AZURE_FEDERATED_TOKEN_FILE: file = '', AZURE_TENANT_ID: tenant = '' } = dependencies.environment;
  // Only Azure's webhook sets the variable. The identity of the node is not the Build's.
  if (file === '') return undefined;
  const { token } = await azureToken(audience, dependencies);
  const url = new URL(`https://${host}/oauth2/exchange`);
  const form = { grant_type: 'access_token', service: host, ...(tenant !== '' && { tenant }), access_token: token };
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams(form).toString();
  const answer = await serviceObject({ url, headers, body, isOnNode: false }, dependencies);
  return { username: ACR_USER, password: tokenIn(answer, 'refresh_token', url, dependencies), seconds: 10_800 };
}

/** An access token is a password ("Authentication methods", Artifact Registry). It is valid for an hour at most. */
async function googleLogin(dependencies: PrepareDependencies): Promise<RegistryLogin> {
  const { token, seconds } = await googleToken('https://www.googleapis.com/auth/cloud-platform', dependencies);
  return { username: 'oauth2accesstoken', password: token, ...(seconds !== undefined && { seconds }) };
}
