import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { limitConnections } from './connection-limits.ts';

/** The response of a path. */
export interface Answer {
  readonly status: 200 | 503;
  readonly text: string;
  readonly type?: string;
}

/** The handlers by path. */
export type Routes = Readonly<Record<string, () => Answer | Promise<Answer>>>;

export interface HttpServer {
  readonly port: number;
  /** Stops the server and closes all connections. */
  readonly close: () => Promise<void>;
}

/** More than Prometheus and the kubelet of one node need. */
const CONNECTION_LIMITS = { all: 128, perPeer: 32 };

/** Serves GET and HEAD requests on all addresses. Rejects if the port cannot be opened. */
export async function startHttpServer(port: number, routes: Routes): Promise<HttpServer> {
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?', 1);
    const route = Object.hasOwn(routes, path) ? routes[path] : undefined;
    if (route === undefined) return send(response, 404, 'not found\n');
    if (request.method !== 'GET' && request.method !== 'HEAD') return send(response, 405, 'only GET and HEAD\n');
    answer(route).then(
      ({ status, text, type }) => send(response, status, text, type),
      () => send(response, 500, 'internal error\n'),
    );
  });
  // Limits clients that send their request slowly, or do not read the answer.
  server.requestTimeout = 10_000;
  server.timeout = 30_000;
  limitConnections(server, CONNECTION_LIMITS);
  server.listen(port);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(route: () => Answer | Promise<Answer>): Promise<Answer> {
  return route();
}

function send(response: ServerResponse, status: number, text: string, type = 'text/plain; charset=utf-8'): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text) });
  response.end(text);
}
