import type { Reach } from '../../../http/addresses/reach.ts';
import { withInnerRetries } from '../../../http/retries.ts';
import type { AuthChallenge } from './challenge.ts';
import { responseError } from '../transport/error-response.ts';
import { basicAuthorization, type Credential } from '../credentials/credential.ts';
import { parseDocument, readDocument } from '../transport/json-document.ts';
import { sendHttpRequest } from '../transport/send-request.ts';
import { bytesBody, type HttpRequest } from '../transport/http-request.ts';
import { RegistryError, type Subject } from '../registry-error.ts';
import { retryOptions } from '../retrying.ts';
import type { Transport } from '../transport/transport.ts';

/** An access token for some scopes. */
export interface AccessToken {
  readonly value: string;
  /** Milliseconds since 1970. Slightly earlier than the server's expiry. */
  readonly expiresAtMs: number;
}

export interface TokenRequest {
  readonly challenge: AuthChallenge & { readonly kind: 'bearer' };
  /** Scopes of the form `repository:NAME:ACTION,…`. */
  readonly scopes: readonly string[];
  readonly credential: Exclude<Credential, { kind: 'registry-token' }> | undefined;
  readonly reach: Reach;
  readonly subject: Subject;
}

/** The lifetime of a token if the server reports none (distribution, "Token Response Fields"). */
const DEFAULT_LIFETIME_SECONDS = 60;

const CLIENT_ID = 'taskpack';

/**
 * Servers refuse longer headers: nginx and Go limit them to 8 KiB and 1 MiB, and tokens of clouds have up to 10 KB. The client keeps
 * tokens in memory, so that no error shows them.
 */
const MAX_TOKEN_LENGTH = 65_536;

/**
 * Requests a token from the realm, with retries. Rejects with `UNAUTHORIZED`, `DENIED`, `NOT_FOUND`, `RATE_LIMITED`,
 * `UNAVAILABLE`, `REFUSED`, `NETWORK`, `TIMED_OUT`, `TLS`, `BAD_ANSWER`, `ADDRESS_REFUSED` or `TOO_LARGE`.
 */
export async function requestToken(transport: Transport, request: TokenRequest): Promise<AccessToken> {
  const { subject } = request;
  const message = tokenHttpRequest(request);
  return withInnerRetries(retryOptions(transport), async () => {
    const response = await sendHttpRequest(transport, message);
    if (response.status !== 200) {
      const login = request.credential === undefined ? 'none' : 'sent';
      throw await responseError(transport, response, subject, { tokenServer: message.url.host, login });
    }
    return readToken(transport, parseDocument(await readDocument(response, subject), subject), subject);
  });
}

/**
 * Builds a `GET` with one `scope` parameter for each scope. An identity token needs an OAuth2 `POST`, which joins the
 * scopes.
 */
function tokenHttpRequest({ challenge, scopes, credential, reach, subject }: TokenRequest): HttpRequest {
  const { realm, service } = challenge;
  const url = new URL(realm);
  if (credential?.kind === 'identity-token') {
    const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: credential.token });
    if (service !== undefined) form.set('service', service);
    form.set('client_id', CLIENT_ID);
    form.set('scope', scopes.join(' '));
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return { method: 'POST', url, headers, body: bytesBody(Buffer.from(form.toString())), reach, subject };
  }
  if (service !== undefined) url.searchParams.set('service', service);
  for (const scope of scopes) url.searchParams.append('scope', scope);
  const headers =
    credential === undefined ? {} : { authorization: basicAuthorization(credential.username, credential.password) };
  return { method: 'GET', url, headers, reach, subject };
}

/** Docker's servers call the token `token`, OAuth2 calls it `access_token`. */
function readToken(transport: Transport, body: Readonly<Record<string, unknown>>, subject: Subject): AccessToken {
  const { token, access_token: accessToken, expires_in: lifetime } = body;
  const value = [token, accessToken].find((candidate) => typeof candidate === 'string' && candidate !== '');
  // Other characters would break the header, or make Node throw an error that shows the token.
  if (typeof value !== 'string' || value.length > MAX_TOKEN_LENGTH || !/^[\x21-\x7e]+$/.test(value)) {
    throw new RegistryError(
      'BAD_ANSWER',
      subject,
      `the token server of registry ${subject.registry} sends no valid token`,
    );
  }
  transport.redaction.addSecret(value);
  const seconds = typeof lifetime === 'number' && lifetime > 0 ? lifetime : DEFAULT_LIFETIME_SECONDS;
  return { value, expiresAtMs: transport.network.clock.now() + seconds * 900 };
}
