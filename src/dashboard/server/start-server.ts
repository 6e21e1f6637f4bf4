import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { sendFeed, type Feed } from './event-stream.ts';
import { refusalOf, tokenRefusal, type Guard } from './guard.ts';
import type { PageFile } from './page-files.ts';

/** The files and feeds to serve. */
export interface Served {
  /** The files of the page, by path. */
  readonly files: ReadonlyMap<string, PageFile>;
  /** Returns the feed of a path, or `undefined`. */
  readonly feed: (path: string) => Feed | undefined;
  /** The token that a request for a feed must have. */
  readonly token: string;
  /** Reports an error that no feed expects. */
  readonly report: (error: unknown) => void;
}

/** A running server. */
export interface DashboardServer {
  /** The address without a path, such as `http://127.0.0.1:41231`. */
  readonly address: string;
  /** Ends all streams and closes all connections. */
  readonly close: () => Promise<void>;
}

const LOOPBACK = '127.0.0.1';

/** Serves the dashboard on the loopback address. Rejects if the port cannot be opened; 0 takes a free one. */
export async function startServer(port: number, served: Served): Promise<DashboardServer> {
  const stop = new AbortController();
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      served.report(error);
      response.destroy();
    });
  });
  server.listen(port, LOOPBACK);
  await once(server, 'listening');
  const address = server.address();
  const host = `${LOOPBACK}:${typeof address === 'object' && address !== null ? address.port : port}`;
  return {
    address: `http://${host}`,
    close: async () => {
      const closed = once(server, 'close');
      stop.abort();
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const guard: Guard = { host, token: served.token };
    const [path = ''] = (request.url ?? '').split('?', 1);
    const file = served.files.get(path);
    const refusal = refusalOf(request, guard) ?? (file === undefined ? tokenRefusal(request, guard) : undefined);
    if (refusal !== undefined) return send(response, refusal.status, PLAIN, `${refusal.text}\n`);
    if (file !== undefined) return send(response, 200, file.type, file.text);
    const feed = served.feed(path);
    if (feed === undefined) return send(response, 404, PLAIN, 'there is no such page\n');
    response.writeHead(200, { ...HEADERS, 'content-type': 'text/event-stream' });
    await sendFeed(feed, response, stop.signal);
  }
}

const PLAIN = 'text/plain; charset=utf-8';

/** Nothing but the files of this server may run, show or frame the page, and nothing keeps a copy of an answer. */
const HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
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

function send(response: ServerResponse, status: number, type: string, text: string): void {
  const allow = status === 405 ? { allow: 'GET' } : {};
  response.writeHead(status, {
    ...HEADERS,
    ...allow,
    'content-type': type,
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}
