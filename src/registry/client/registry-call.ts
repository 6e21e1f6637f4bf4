import { withRetries } from '../../http/retries.ts';
import { repositoryName } from '../../model/image-reference.ts';
import { answerError } from './answer-error.ts';
import { readAuthChallenge, type AuthChallenge } from './auth-challenge.ts';
import type { Access, Authorizer } from './authorizer.ts';
import { exchange } from './exchange.ts';
import type { HttpAnswer, HttpRequest } from './http-request.ts';
import type { Repository } from './keychain.ts';
import type { Session, Sessions } from './session.ts';
import { retrying } from './retrying.ts';
import type { Wire } from './wire.ts';

/** What the operations of one client share. */
export interface Connection {
  readonly wire: Wire;
  readonly sessions: Sessions;
  readonly authorizer: Authorizer;
}

/** One request to a registry's API. */
export interface RegistryCall extends Partial<Omit<HttpRequest, 'method' | 'url' | 'subject'>> {
  readonly method: HttpRequest['method'];
  readonly repository: Repository;
  /** After `/v2/REPOSITORY/`; or a URL that the registry gave. */
  readonly target: string | URL;
  readonly actions: 'pull' | 'pull,push';
  /** Another repository of the same registry that is read. */
  readonly source?: string;
  /** What errors name: `REGISTRY/REPOSITORY` with a tag or digest. */
  readonly image: string;
  /** Every other status is an error. */
  readonly expected: readonly number[];
}

/** Sends a request until there is an answer that was expected, or an error that no retry mends. */
export async function call(connection: Connection, request: RegistryCall): Promise<HttpAnswer> {
  return repeatedly(connection, async () => callOnce(connection, request));
}

/** Does work under the client's retry policy. */
export async function repeatedly<T>({ wire }: Connection, work: (attempt: number) => Promise<T>): Promise<T> {
  return withRetries(retrying(wire), work);
}

/** Sends a request once; twice where the registry does not take the first token. */
export async function callOnce(connection: Connection, request: RegistryCall): Promise<HttpAnswer> {
  const { wire, sessions, authorizer } = connection;
  const subject = { registry: request.repository.registry, image: request.image };
  const session = await sessions.session(subject.registry, subject);
  const access = { challenge: session.challenge, repository: request.repository, scopes: scopesOf(request), subject };
  const sent = await authorizer.authorization(access);
  const first = await exchange(wire, messageOf(request, session, sent));
  const fresh = await freshAuthorization(connection, first, session, access, sent).catch((error: unknown) => {
    first.discard();
    throw error;
  });
  if (fresh !== undefined) first.discard();
  const answer = fresh === undefined ? first : await exchange(wire, messageOf(request, session, fresh.authorization));
  if (fresh !== undefined && answer.status !== 401) sessions.challenged(session, fresh.challenge);
  if (request.expected.includes(answer.status)) return answer;
  throw await answerError(wire, answer, subject, `registry ${subject.registry}`);
}

interface Fresh {
  readonly authorization: string;
  readonly challenge: AuthChallenge;
}

/** A token may have expired, and a registry may ask only now, or for more. Nobody else is listened to. */
async function freshAuthorization(
  { authorizer }: Connection,
  { status, url, header }: HttpAnswer,
  { base }: Session,
  access: Access,
  sent: string | undefined,
): Promise<Fresh | undefined> {
  if (status !== 401 || url.origin !== base.origin) return undefined;
  authorizer.forget(access);
  const challenge = readAuthChallenge(header('www-authenticate'), base, access.subject);
  const authorization = await authorizer.authorization({ ...access, challenge });
  return authorization === undefined || authorization === sent ? undefined : { authorization, challenge };
}

/** A mount needs both repositories in one token. */
function scopesOf({ repository, actions, source }: RegistryCall): readonly string[] {
  const own = `repository:${repository.repository}:${actions}`;
  return source === undefined ? [own] : [own, `repository:${source}:pull`];
}

/** `Authorization` is for the registry alone: an upload's location may be elsewhere. */
function messageOf(request: RegistryCall, { base }: Session, authorization: string | undefined): HttpRequest {
  const { method, target, repository, image, headers = {}, body, transfer, idle } = request;
  const url = typeof target === 'string' ? new URL(`${repository.repository}/${target}`, base) : target;
  const isOwn = url.origin === base.origin && authorization !== undefined;
  return {
    method,
    url,
    headers: { ...headers, ...(isOwn && { authorization }) },
    ...(body !== undefined && { body }),
    ...(transfer !== undefined && { transfer }),
    ...(idle !== undefined && { idle }),
    subject: { registry: repository.registry, image },
  };
}

/** How errors name a blob. */
export function blobName(repository: Repository, digest: string): string {
  return `${repositoryName(repository)}@${digest}`;
}
