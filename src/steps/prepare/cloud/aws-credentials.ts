import type { JsonObject } from '../../../core/model/json.ts';
import { text } from '../../../core/model/objects/reader.ts';
import type { PrepareDependencies } from '../dependencies.ts';
import { noToken, serviceObject, serviceText, tokenFile, tokenIn, type ServiceRequest } from './service-answer.ts';

/** Temporary credentials that sign requests to AWS. */
export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
}

/**
 * Returns the credentials of the ServiceAccount's role, in the order of the AWS SDKs. The first is the web identity token
 * that EKS's webhook mounts (IAM roles for service accounts), the second is the agent of EKS Pod Identity. Returns
 * `undefined` if the Pod has neither. Rejects with `CredentialsInvalid`.
 */
export async function awsCredentials(
  place: { readonly region: string; readonly domain: string },
  dependencies: PrepareDependencies,
): Promise<AwsCredentials | undefined> {
  const { environment } = dependencies;
  const { AWS_WEB_IDENTITY_TOKEN_FILE: file = '', AWS_ROLE_ARN: role = '' } = environment;
  if (file !== '' && role !== '') return assumedRole({ ...place, file, role }, dependencies);
  const { AWS_CONTAINER_CREDENTIALS_FULL_URI: uri = '' } = environment;
  return uri === '' ? undefined : agentCredentials(uri, dependencies);
}

/** AssumeRoleWithWebIdentity (AWS STS API reference). The token signs the request. */
async function assumedRole(
  { region, domain, file, role }: { readonly region: string; readonly domain: string } & WebIdentity,
  dependencies: PrepareDependencies,
): Promise<AwsCredentials> {
  const { AWS_REGION: own = region, AWS_ENDPOINT_URL_STS: endpoint } = dependencies.environment;
  const url = new URL(endpoint ?? `https://sts.${own}.${domain}/`);
  const body = new URLSearchParams({
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    RoleArn: role,
    RoleSessionName: 'taskpack-prepare',
    WebIdentityToken: await tokenFile(file, 'AWS_WEB_IDENTITY_TOKEN_FILE'),
  }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const xml = await serviceText({ url, headers, body, isOnNode: false }, dependencies);
  return credentialsOf(
    {
      AccessKeyId: element(xml, 'AccessKeyId'),
      SecretAccessKey: element(xml, 'SecretAccessKey'),
      Token: element(xml, 'SessionToken'),
    },
    url,
    dependencies,
  );
}

interface WebIdentity {
  readonly file: string;
  readonly role: string;
}

/** EKS Pod Identity: the agent on the node returns credentials in the form of the container credential provider. */
async function agentCredentials(uri: string, dependencies: PrepareDependencies): Promise<AwsCredentials> {
  const { AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: file = '' } = dependencies.environment;
  const authorization = file === '' ? '' : await tokenFile(file, 'AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE');
  const request: ServiceRequest = {
    url: new URL(uri),
    headers: authorization === '' ? {} : { authorization },
    isOnNode: true,
  };
  return credentialsOf(await serviceObject(request, dependencies), request.url, dependencies);
}

function credentialsOf(answer: JsonObject, url: URL, dependencies: PrepareDependencies): AwsCredentials {
  const accessKeyId = text(answer['AccessKeyId']);
  if (accessKeyId === undefined) throw noToken(url, 'returned no credentials');
  return {
    accessKeyId,
    secretAccessKey: tokenIn(answer, 'SecretAccessKey', url, dependencies),
    sessionToken: tokenIn(answer, 'Token', url, dependencies),
  };
}

/** Returns the text of an element of a flat response. The values have no characters that XML escapes. */
function element(xml: string, name: string): string {
  return new RegExp(`<${name}>([^<&]*)</${name}>`).exec(xml)?.[1] ?? '';
}
