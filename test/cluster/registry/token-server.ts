import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basicAuthorization } from './account.ts';
import { serveHttp, type HttpServer } from '../../support/http-server.ts';
import { makeSigningKey, signToken, type SigningKey } from './json-web-token.ts';

/** The issuer and the audience of tokens. */
export const TOKENS = { issuer: 'taskpack test bed', service: 'registry.test' };

const LIFETIME = 300;

export interface TokenServer extends HttpServer {
  /** The URL of the token server. */
  readonly realm: string;
  /** The key set with which the registry verifies tokens. */
  readonly keySet: string;
}

/** Issues the bed's user a token for every requested scope (distribution's token authentication specification). */
export async function startTokenServer(host: string): Promise<TokenServer> {
  const key = makeSigningKey('test-bed');
  const server = await serveHttp(host, (request, response) => answer(request, response, key));
  return { ...server, realm: `http://${server.address}/token`, keySet: key.keySet };
}

function answer(request: IncomingMessage, response: ServerResponse, key: SigningKey): void {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://token.test');
  if (pathname !== '/token' || searchParams.get('service') !== TOKENS.service) {
    response.writeHead(400).end();
  } else if (request.headers.authorization === basicAuthorization()) {
    const token = tokenFor(searchParams.getAll('scope'), key);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ token, expires_in: LIFETIME }));
  } else {
    response.writeHead(401, { 'www-authenticate': 'Basic realm="tokens"' }).end();
  }
}

function tokenFor(scopes: readonly string[], key: SigningKey): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: TOKENS.issuer,
    sub: 'builder',
    aud: TOKENS.service,
    iat: now,
    nbf: now,
    exp: now + LIFETIME,
    jti: randomUUID(),
    access: scopes.flatMap((scope) => scope.split(' ')).map(access),
  };
  return signToken(claims, key);
}

/** `repository:NAME:ACTION,…`. A name may contain colons, because a host may have a port. */
function access(scope: string): object {
  const first = scope.indexOf(':');
  const last = scope.lastIndexOf(':');
  return {
    type: scope.slice(0, first),
    name: scope.slice(first + 1, last),
    actions: scope.slice(last + 1).split(','),
  };
}
