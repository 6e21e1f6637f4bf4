import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { sendFeed, type Feed } from './event-stream.ts';
import { refusalOf, tokenRefusal, type Guard, type Refusal } from './guard.ts';
import type { PageFile } from './page-files.ts';

/** The files and feeds to serve. */
export interface Served {
  /** The files of the page, by path. */
  readonly files: ReadonlyMap<string, PageFile>;
  /** Returns the feed of a path, or `undefined`. */
  readonly feed: (path: string) => Feed | undefined;
  /** The host name of the address, which browsers resolve to the loopback addresses (`dashboardName`). */
  readonly name: string;
  /** The token that a request for a feed must have. */
  readonly token: string;
  /** Reports an error that no feed expects. */
  readonly report: (error: unknown) => void;
}

/** A running server. */
export interface DashboardServer {
  /** The address without a path, such as `http://taskpack-3f….localhost:41231`. */
  readonly address: string;
  /** Ends all streams and closes all connections. */
  readonly close: () => Promise<void>;
}

/** The attempts to find a port that is free on both loopback addresses. */
const MAX_PORTS = 16;

/**
 * Serves the dashboard on the loopback addresses. Rejects if the port cannot be opened; 0 takes a free one. A browser may try either
 * address, so no other user of this machine may listen on one of them.
 */
export async function startServer(port: number, served: Served): Promise<DashboardServer> {
  const stop = new AbortController();
  const servers = await listen(port, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      served.report(error);
      response.destroy();
    });
  });
  const openPort = portOf(servers.at(0)) ?? port;
  const { host, origin } = new URL(`http://${served.name}:${openPort}`);
  return {
    address: origin,
    close: async () => {
      stop.abort();
      await Promise.all(servers.map(close));
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const guard: Guard = { host, token: served.token };
    const [path = ''] = (request.url ?? '').split('?', 1);
    const file = served.files.get(path);
    const refusal = refusalOf(request, guard) ?? (file === undefined ? tokenRefusal(request, guard) : undefined);
    if (refusal !== undefined) return send(response, refusal.status, PLAIN, `${refusal.text}\n`, headersOf(refusal));
    if (file !== undefined) return send(response, 200, file.type, file.text);
    const feed = served.feed(path);
    if (feed === undefined) return send(response, 404, PLAIN, 'there is no such page\n');
    response.writeHead(200, { ...HEADERS, 'content-type': 'text/event-stream' });
    await sendFeed(feed, response, stop.signal);
  }
}

/** Listens on one port of both loopback addresses, or of 127.0.0.1 if this machine has no IPv6. */
async function listen(port: number, onRequest: RequestListener, ports = MAX_PORTS): Promise<readonly Server[]> {
  const first = await listenAt('127.0.0.1', port, onRequest);
  try {
    return [first, await listenAt('::1', portOf(first) ?? port, onRequest)];
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') return [first];
    await close(first);
    if (port === 0 && ports > 1) return listen(port, onRequest, ports - 1);
    throw error;
  }
}

async function listenAt(address: string, port: number, onRequest: RequestListener): Promise<Server> {
  const server = createServer(onRequest).listen(port, address);
  await once(server, 'listening');
  return server;
}

function portOf(server: Server | undefined): number | undefined {
  const address = server?.address();
  return typeof address === 'object' ? address?.port : undefined;
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

const PLAIN = 'text/plain; charset=utf-8';

/** Nothing but the files of this server may run, show or frame the page, and nothing keeps a copy of an answer. */
const HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'none'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

function headersOf({ status, isOldOrigin }: Refusal): Readonly<Record<string, string>> {
  return {
    ...(status === 405 && { allow: 'GET' }),
    // The cookies stay, because servers on other ports share them.
    ...(isOldOrigin === true && { 'clear-site-data': '"cache", "storage"' }),
  };
}

function send(
  response: ServerResponse,
  status: number,
  type: string,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, {
    ...HEADERS,
    ...headers,
    'content-type': type,
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}
