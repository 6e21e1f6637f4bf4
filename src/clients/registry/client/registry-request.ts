import type { Reach } from '../../http/addresses/reach.ts';
import { withRetries } from '../../http/retries.ts';
import { repositoryName } from '../../../core/model/image-reference.ts';
import { responseError } from './transport/error-response.ts';
import { readAuthChallenge, type AuthChallenge } from './auth/challenge.ts';
import type { AccessRequest, Authorizer } from './auth/authorizer.ts';
import { sendHttpRequest } from './transport/send-request.ts';
import type { RegistryResponse, HttpRequest } from './transport/http-request.ts';
import type { Repository } from './credentials/keychain.ts';
import type { RegistryEndpoint, RegistryEndpoints } from './registry-endpoints.ts';
import { retryOptions } from './retrying.ts';
import { locationReach, type Transport } from './transport/transport.ts';

/** The state that all operations of one client share. */
export interface Connection {
  readonly transport: Transport;
  readonly endpoints: RegistryEndpoints;
  readonly authorizer: Authorizer;
  /** Manifests that a registry has, as `REGISTRY/REPOSITORY@DIGEST`. */
  readonly knownDigests: Set<string>;
}

/** A request to the API of a registry. */
export interface RegistryRequest extends Partial<Omit<HttpRequest, 'method' | 'url' | 'reach' | 'subject'>> {
  readonly method: HttpRequest['method'];
  readonly repository: Repository;
  /** The path after `/v2/REPOSITORY/`, or a URL that the registry returned. */
  readonly target: string | URL;
  readonly actions: 'pull' | 'pull,push';
  /** The repository of the same registry to mount from. The token needs the right to pull from it. */
  readonly source?: string;
  /** The name in error messages: `REGISTRY/REPOSITORY` with a tag or digest. */
  readonly image: string;
  /** The statuses of success. Every other status is an error. */
  readonly expected: readonly number[];
}

/** Sends a request with retries. Rejects with the last error. */
export async function sendRequest(connection: Connection, request: RegistryRequest): Promise<RegistryResponse> {
  return withRequestRetries(connection, async () => sendRequestOnce(connection, request));
}

/** Runs work with the client's retry policy. */
export async function withRequestRetries<T>(
  { transport }: Connection,
  work: (attempt: number) => Promise<T>,
): Promise<T> {
  return withRetries(retryOptions(transport), work);
}

/** Sends a request without retries. If the registry rejects the token, renews the token and sends the request again. */
export async function sendRequestOnce(connection: Connection, request: RegistryRequest): Promise<RegistryResponse> {
  const { transport, endpoints, authorizer } = connection;
  const subject = { registry: request.repository.registry, image: request.image };
  const endpoint = await endpoints.find(subject.registry, subject);
  const reach = locationReach(transport, endpoint.reached);
  const scopes = scopesOf(request);
  const access = { challenge: endpoint.challenge, repository: request.repository, scopes, reach, subject };
  const sent = await authorizer.authorization(access);
  const first = await sendHttpRequest(transport, httpRequest(request, endpoint, reach, sent));
  const renewed = await renewAuthorization(connection, first, endpoint, access, sent).catch((error: unknown) => {
    first.discard();
    throw error;
  });
  if (renewed !== undefined) first.discard();
  const response =
    renewed === undefined
      ? first
      : await sendHttpRequest(transport, httpRequest(request, endpoint, reach, renewed.authorization));
  if (renewed !== undefined && response.status !== 401) endpoints.recordChallenge(endpoint, renewed.challenge);
  if (request.expected.includes(response.status)) return response;
  // Another host gets no login, so its answer says nothing about it.
  const isOwn = response.url.origin === endpoint.base.origin;
  const login = isOwn ? ((await authorizer.hasLogin(request.repository)) ? 'sent' : 'none') : undefined;
  throw await responseError(transport, response, subject, { login });
}

interface RenewedAuthorization {
  readonly authorization: string;
  readonly challenge: AuthChallenge;
}

/**
 * Returns a new authorization after a 401: the token may have expired, or this request needs a scope that earlier ones
 * did not. Ignores a 401 from another host, which must not receive credentials.
 */
async function renewAuthorization(
  { authorizer }: Connection,
  { status, url, header }: RegistryResponse,
  { base }: RegistryEndpoint,
  access: AccessRequest,
  sent: string | undefined,
): Promise<RenewedAuthorization | undefined> {
  if (status !== 401 || url.origin !== base.origin) return undefined;
  authorizer.invalidate(access);
  const challenge = readAuthChallenge(header('www-authenticate'), base, access.subject);
  const authorization = await authorizer.authorization({ ...access, challenge });
  return authorization === undefined || authorization === sent ? undefined : { authorization, challenge };
}

/** A mount needs one token for both repositories. */
function scopesOf({ repository, actions, source }: RegistryRequest): readonly string[] {
  const own = `repository:${repository.repository}:${actions}`;
  return source === undefined ? [own] : [own, `repository:${source}:pull`];
}

/** Sends `Authorization` to the registry only, because the location of an upload can be on another host. */
function httpRequest(
  request: RegistryRequest,
  { base, reached }: RegistryEndpoint,
  locations: Reach,
  authorization: string | undefined,
): HttpRequest {
  const { method, target, repository, image, headers = {}, body, responseBytes, idleTimeoutMs } = request;
  const url = typeof target === 'string' ? new URL(`${repository.repository}/${target}`, base) : target;
  const isOwn = url.origin === base.origin && authorization !== undefined;
  return {
    method,
    url,
    headers: { ...headers, ...(isOwn && { authorization }) },
    ...(body !== undefined && { body }),
    ...(responseBytes !== undefined && { responseBytes }),
    ...(idleTimeoutMs !== undefined && { idleTimeoutMs }),
    reach: url.origin === base.origin ? [reached] : locations,
    subject: { registry: repository.registry, image },
  };
}

/** Returns the name of a blob in error messages. */
export function blobName(repository: Repository, digest: string): string {
  return `${repositoryName(repository)}@${digest}`;
}
