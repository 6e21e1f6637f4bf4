import { request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { serveHttp, type HttpServer } from '../../support/http-server.ts';

/** The positions at which connections are cut, in bytes of a body. */
export interface Cuts {
  /** The positions in bodies that clients send, in order. Each is used once. */
  readonly sent: number[];
  /** The positions in bodies that the registry sends. */
  readonly received: number[];
}

export interface CuttingProxy extends HttpServer {
  readonly cuts: Cuts;
  /** Method, path without query, and the requested or sent range. */
  readonly seen: string[];
  /** The number of bytes that the registry reported for an upload, for each status request. */
  readonly held: number[];
}

/** A proxy before a registry that cuts connections in the middle of bodies. The other side receives the bytes before the cut. */
export async function startCuttingProxy(upstream: string): Promise<CuttingProxy> {
  const cuts: Cuts = { sent: [], received: [] };
  const seen: string[] = [];
  const held: number[] = [];
  const server = await serveHttp('127.0.0.1', (incoming, response) => {
    const { method = '', url = '', headers } = incoming;
    const range = headers['content-range'] ?? headers.range;
    seen.push([method, url.replace(/\?.*/, ''), ...(range === undefined ? [] : [range])].join(' '));
    passOn(incoming, response, upstream, cuts, held);
  });
  return { ...server, cuts, seen, held };
}

function passOn(
  incoming: IncomingMessage,
  response: ServerResponse,
  upstream: string,
  cuts: Cuts,
  held: number[],
): void {
  const { method, url: path, headers } = incoming;
  const outgoing = send(`http://${upstream}`, { method, path, headers }, (answer) => {
    const range = /^0-(\d+)$/.exec(answer.headers.range ?? '')?.[1];
    if (method === 'GET' && range !== undefined) held.push(Number(range) + 1);
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    const limit = method === 'GET' && /\/blobs\/sha256:/.test(path ?? '') ? cuts.received.shift() : undefined;
    copy(answer, response, limit, () => response.socket?.resetAndDestroy());
  });
  outgoing.on('error', () => response.destroy());
  const limit = method === 'PATCH' ? cuts.sent.shift() : undefined;
  copy(incoming, outgoing, limit, () => {
    incoming.socket.resetAndDestroy();
    // Ends the request cleanly, so that the registry keeps the received bytes.
    setTimeout(() => outgoing.destroy(), 50);
  });
}

function copy(
  from: NodeJS.ReadableStream,
  to: NodeJS.WritableStream,
  limit: number | undefined,
  cut: () => void,
): void {
  let left = limit ?? Number.POSITIVE_INFINITY;
  from.on('data', (chunk: Buffer) => {
    if (left < 0) return;
    const isLast = chunk.length > left;
    const part = isLast ? chunk.subarray(0, left) : chunk;
    left = isLast ? -1 : left - chunk.length;
    from.pause();
    to.write(part, () => (isLast ? setTimeout(cut, 50) : from.resume()));
  });
  from.on('end', () => to.end());
  from.on('error', () => undefined);
}
