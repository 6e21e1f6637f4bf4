import type { IncomingHttpHeaders, IncomingMessage, RequestListener } from 'node:http';
import { serveHttp, type HttpServer } from '../../support/http-server.ts';

/** The forms in which a server can repeat a request. */
function formsOf({ authorization = '' }: IncomingHttpHeaders): readonly string[] {
  const [, base64 = ''] = authorization.split(' ');
  const plain = Buffer.from(base64, 'base64')
    .toString('latin1')
    .replace(/[^\x20-\x7e]/g, '');
  const [, password = ''] = plain.split(':');
  return [authorization, base64, plain, password, encodeURIComponent(password)].filter((form) => form !== '');
}

/** A server that requires a login and returns the login in every part of its error responses. */
export async function serveEcho(status: number): Promise<HttpServer> {
  const answer: RequestListener = (request: IncomingMessage, response) => {
    const { authorization } = request.headers;
    if (authorization === undefined) {
      return void response.writeHead(401, { 'www-authenticate': 'Basic realm="echo"' }).end();
    }
    const said = formsOf(request.headers).join(' ');
    const isGit = request.url?.includes('.git/') === true;
    const body = isGit ? `${said}\n` : JSON.stringify({ errors: [{ code: 'DENIED', message: said, detail: said }] });
    response.writeHead(status, said, {
      'content-type': isGit ? 'text/plain' : 'application/json',
      'www-authenticate': `Basic realm="${said}"`,
      location: `http://127.0.0.1:9/?${encodeURIComponent(said)}`,
      'docker-distribution-api-version': said,
    });
    response.end(body);
  };
  return serveHttp('127.0.0.1', answer);
}
