import { withInnerRetries } from '../../http/retries.ts';
import type { AuthChallenge } from './auth-challenge.ts';
import { answerError } from './answer-error.ts';
import { basicAuthorization, type Credential } from './credential.ts';
import { parseDocument, readDocument } from './document.ts';
import { exchange } from './exchange.ts';
import { bytesBody, type HttpRequest } from './http-request.ts';
import { RegistryError, type Subject } from './registry-error.ts';
import { retrying } from './retrying.ts';
import type { Wire } from './wire.ts';

/** An access token for some scopes. */
export interface AccessToken {
  readonly value: string;
  /** Milliseconds since 1970; a little before the server's own end. */
  readonly expires: number;
}

export interface TokenRequest {
  readonly challenge: AuthChallenge & { readonly kind: 'bearer' };
  /** Each `repository:NAME:ACTION,…`. */
  readonly scopes: readonly string[];
  readonly credential: Exclude<Credential, { kind: 'registry-token' }> | undefined;
  readonly subject: Subject;
}

/** Where the server does not say how long its token lives, in seconds (distribution, "Token Response Fields"). */
const DEFAULT_LIFETIME = 60;

const CLIENT_ID = 'taskpack';

/** Asks the realm for a token, again where that may help. Rejects with any code but the manifests'. */
export async function requestToken(wire: Wire, request: TokenRequest): Promise<AccessToken> {
  const { subject } = request;
  const message = tokenMessage(request);
  return withInnerRetries(retrying(wire), async () => {
    const answer = await exchange(wire, message);
    const who = `the token server ${message.url.host} of registry ${subject.registry}`;
    if (answer.status !== 200) throw await answerError(wire, answer, subject, who);
    return readToken(wire, parseDocument(await readDocument(answer, subject), subject), subject);
  });
}

/** A GET with one `scope` each; for an identity token a POST of OAuth2, whose scopes are one text. */
function tokenMessage({ challenge, scopes, credential, subject }: TokenRequest): HttpRequest {
  const { realm, service } = challenge;
  const url = new URL(realm);
  if (credential?.kind === 'identity-token') {
    const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: credential.token });
    if (service !== undefined) form.set('service', service);
    form.set('client_id', CLIENT_ID);
    form.set('scope', scopes.join(' '));
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return { method: 'POST', url, headers, body: bytesBody(Buffer.from(form.toString())), subject };
  }
  if (service !== undefined) url.searchParams.set('service', service);
  for (const scope of scopes) url.searchParams.append('scope', scope);
  const headers =
    credential === undefined ? {} : { authorization: basicAuthorization(credential.username, credential.password) };
  return { method: 'GET', url, headers, subject };
}

/** Some servers call it `token`, OAuth2 calls it `access_token`. */
function readToken(wire: Wire, body: Readonly<Record<string, unknown>>, subject: Subject): AccessToken {
  const { token, access_token: accessToken, expires_in: lifetime } = body;
  const value = [token, accessToken].find((candidate) => typeof candidate === 'string' && candidate !== '');
  // Anything else would end the header, or be refused by Node with an error that shows it.
  if (typeof value !== 'string' || !/^[\x21-\x7e]+$/.test(value)) {
    throw new RegistryError('BAD_ANSWER', subject, `the token server of registry ${subject.registry} answers no token`);
  }
  wire.redaction.hide(value);
  const seconds = typeof lifetime === 'number' && lifetime > 0 ? lifetime : DEFAULT_LIFETIME;
  return { value, expires: wire.collaborators.now() + seconds * 900 };
}
