import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Agent, createServer, request as send } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { PassThrough, pipeline, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Certificates } from '../../cluster/control-plane/certificates.ts';

/** A fault in one answer of an API server. */
export type ApiFault =
  /** A response that replaces the server's. `retryAfter` is in seconds. */
  | { readonly kind: 'status'; readonly status: number; readonly reason: string; readonly retryAfter?: number }
  /** The connection is reset before the response. */
  | { readonly kind: 'reset' }
  /** The proxy forwards the request after a delay. */
  | { readonly kind: 'slow'; readonly milliseconds: number }
  /** The proxy delays all response data and keeps their order, so that watches lag. */
  | { readonly kind: 'late'; readonly milliseconds: number }
  /** The response body and the connection end after some bytes. */
  | { readonly kind: 'truncated'; readonly bytes: number }
  /** A watch that reports an expired resource version with HTTP status 200. */
  | { readonly kind: 'too-old' };

export interface ApiFaultRule {
  readonly fault: ApiFault;
  readonly method?: string;
  /** Matched against path and query. */
  readonly path?: RegExp;
  /** The number of responses with the fault. The default is one. */
  readonly times?: number;
}

/** Starts a proxy that calls an API server as its administrator and injects faults. */
export interface ApiFaultProxy {
  readonly url: string;
  /** `METHOD path` of all requests since the last `clear`. */
  readonly seen: readonly string[];
  /** The number of connections since the start. */
  readonly connections: () => number;
  readonly inject: (rule: ApiFaultRule) => void;
  readonly clear: () => void;
  /** Closes all connections and therefore all watches. */
  readonly cut: () => void;
  readonly stop: () => Promise<void>;
}

/** Starts a proxy that forwards everything until a fault is set. */
export async function startApiFaultProxy(upstream: string, certificates: Certificates): Promise<ApiFaultProxy> {
  const pair = (name: string) => ({
    cert: readFileSync(certificates.certificate(name)),
    key: readFileSync(certificates.key(name)),
  });
  const agent = new Agent({ ...pair('admin'), ca: readFileSync(certificates.authority), keepAlive: true });
  const seen: string[] = [];
  const waiting: { readonly rule: ApiFaultRule; left: number }[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer(pair('api-server'), (incoming, response) => {
    const { method = '', url = '' } = incoming;
    seen.push(`${method} ${url}`);
    const found = waiting.find(
      ({ rule, left }) => left > 0 && (rule.method ?? method) === method && (rule.path?.test(url) ?? true),
    );
    if (found !== undefined) found.left -= 1;
    // A TLS socket cannot be reset, but its TCP socket can.
    const reset = (): void =>
      sockets.forEach((socket) => socket.remotePort === incoming.socket.remotePort && socket.resetAndDestroy());
    void handle({ incoming, response, upstream, agent, reset }, found?.rule.fault);
  });
  server.on('secureConnection', () => (connections += 1));
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = (): void => sockets.forEach((socket) => socket.resetAndDestroy());
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    connections: () => connections,
    inject: (rule) => void waiting.push({ rule, left: rule.times ?? 1 }),
    clear: () => {
      seen.length = 0;
      waiting.length = 0;
    },
    cut,
    stop: async () => {
      cut();
      agent.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Passage {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly upstream: string;
  readonly agent: Agent;
  readonly reset: () => void;
}

async function handle(passage: Passage, fault: ApiFault | undefined): Promise<void> {
  const { incoming, response } = passage;
  switch (fault?.kind) {
    case 'status':
      incoming.resume().on('end', () => answerStatus(response, fault));
      return;
    case 'too-old':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(`${JSON.stringify({ type: 'ERROR', object: statusOf(410, 'Expired') })}\n`);
      return;
    case 'reset':
      passage.reset();
      return;
    case 'slow':
      await sleep(fault.milliseconds);
      break;
    case 'late':
    case 'truncated':
    case undefined:
  }
  passOn(passage, fault);
}

function passOn({ incoming, response, upstream, agent }: Passage, fault: ApiFault | undefined): void {
  const { method, url, headers } = incoming;
  const outgoing = send(`${upstream}${url}`, { method, headers, agent }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    if (fault?.kind !== 'truncated') {
      response.flushHeaders();
      pipeline(answer, delayed(fault?.kind === 'late' ? fault.milliseconds : 0), response, () => undefined);
      return;
    }
    buffer(answer).then(
      (body) => response.write(body.subarray(0, fault.bytes), () => response.destroy()),
      () => response.destroy(),
    );
  });
  pipeline(incoming, outgoing, (error) => {
    if (error) response.destroy();
  });
  outgoing.on('error', () => response.destroy());
  // The client has closed the watch, so the proxy closes it as well.
  response.on('close', () => outgoing.destroy());
}

/** Passes on each piece of a stream after a delay. */
function delayed(milliseconds: number): Transform {
  if (milliseconds === 0) return new PassThrough();
  return new Transform({
    transform(chunk, _, done) {
      setTimeout(() => this.push(chunk), milliseconds);
      done();
    },
    flush(done) {
      setTimeout(done, milliseconds);
    },
  });
}

function answerStatus(response: ServerResponse, fault: ApiFault & { readonly kind: 'status' }): void {
  const { status, reason, retryAfter } = fault;
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(retryAfter !== undefined && { 'retry-after': `${retryAfter}` }),
  });
  response.end(JSON.stringify(statusOf(status, reason)));
}

function statusOf(code: number, reason: string): object {
  return { kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason, message: 'a fault of the test' };
}
