import { execFileSync, spawn } from 'node:child_process';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { serveHttp } from '../../support/http-server.ts';

export interface GitServerOptions {
  /** The listening address. Pods cannot reach the loopback address. */
  readonly host?: string;
  /** The required `Authorization` header. */
  readonly authorization?: string;
  /** True if the server supports protocol version 2, which can fetch any commit. */
  readonly isModern?: boolean;
  /** The host to which the server redirects every request. */
  readonly redirectTo?: string;
  /** Returns the URL or path to which a request is redirected. */
  readonly redirect?: (path: string) => string | undefined;
  /** Returns the path and query that the server reads in place of those of the request. */
  readonly rewrite?: (path: string) => string;
  /** True for a server of plain files, which does not know git (gitprotocol-http(5), "Dumb Clients"). */
  readonly isPlain?: boolean;
  /** The faults of the first requests, in order: a status, a broken connection, or `undefined` for a normal response. */
  readonly failures?: readonly (number | 'reset' | undefined)[];
  /** True while the server breaks every connection. */
  readonly isDown?: () => boolean;
  /** Answers in place of the server while it is defined. */
  readonly fault?: (request: IncomingMessage) => RequestListener | undefined;
}

/** An HTTP server in front of `git http-backend`. */
export interface GitServer {
  readonly url: string;
  /** The `Authorization` of each request. */
  readonly heard: (string | undefined)[];
  stop(): Promise<void>;
}

export async function startGitServer(folder: string, options: GitServerOptions = {}): Promise<GitServer> {
  const {
    host = '127.0.0.1',
    authorization,
    redirectTo,
    redirect = () => undefined,
    isPlain = false,
    failures = [],
    isDown = () => false,
    fault = () => undefined,
  } = options;
  const heard: (string | undefined)[] = [];
  const { address, stop } = await serveHttp(host, (request, response) => {
    heard.push(request.headers.authorization);
    const failure = failures[heard.length - 1];
    const place = redirect(request.url ?? '');
    const listener = fault(request);
    if (listener !== undefined) listener(request, response);
    else if (isDown() || failure === 'reset') request.socket.destroy();
    else if (failure !== undefined) response.writeHead(failure).end();
    else if (place !== undefined) response.writeHead(301, { location: place }).end();
    else if (redirectTo !== undefined) {
      response.writeHead(302, { location: `${redirectTo}${request.url ?? ''}` }).end();
    } else if (authorization !== undefined && request.headers.authorization !== authorization) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
    } else if (isPlain) sendFile(folder, request, response);
    else backend(folder, options, request, response);
  });
  return { url: `http://${address}`, heard, stop };
}

/** Sends files below the folder, with nginx's default type. */
function sendFile(folder: string, { url = '/' }: IncomingMessage, response: ServerResponse): void {
  const file = path.join(folder, decodeURIComponent(new URL(url, 'http://localhost').pathname));
  if (!existsSync(file) || statSync(file).isDirectory()) return void response.writeHead(404).end();
  response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(readFileSync(file));
}

const BACKEND = path.join(execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim(), 'git-http-backend');

/** The part of CGI (RFC 3875) that git needs. */
function backend(
  folder: string,
  { isModern = true, rewrite = (place) => place }: GitServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const url = new URL(rewrite(request.url ?? '/'), 'http://localhost');
  const protocol = request.headers['git-protocol'];
  const child = spawn(BACKEND, {
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      ...(isModern && typeof protocol === 'string' && { GIT_PROTOCOL: protocol }),
    },
  });
  request.pipe(child.stdin);
  child.stdin.on('error', () => undefined);
  let head = Buffer.alloc(0);
  let hasHead = false;
  child.stdout.on('data', (chunk: Buffer) => {
    if (hasHead) return void response.write(chunk);
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    hasHead = true;
    const headers = head
      .subarray(0, end)
      .toString()
      .split('\r\n')
      .map((line) => line.split(': ') as [string, string]);
    const status = headers.find(([name]) => name === 'Status')?.[1] ?? '200';
    response.writeHead(Number.parseInt(status, 10), Object.fromEntries(headers.filter(([name]) => name !== 'Status')));
    response.write(head.subarray(end + 4));
  });
  child.on('close', () => response.end());
}
