import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ClientConfig } from '../../../../src/clients/kube/config/client-config.ts';
import type { Authentication } from '../../../../src/clients/kube/config/authentication.ts';
import { makeDispatchers } from '../../../../src/clients/kube/transport/dispatchers.ts';
import { SYSTEM_CLOCK } from '../../../../src/core/runtime/clock.ts';
import {
  makeTransport,
  type Transport,
  type TransportOptions,
} from '../../../../src/clients/kube/transport/transport.ts';
import { makeRedaction } from '../../../../src/clients/http/redaction.ts';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** The options of a transport that differ from the default. `waits` records the delays of retries in milliseconds. */
interface ScriptedOptions extends Partial<Pick<TransportOptions, 'dispatchers' | 'retriesUnreachable'>> {
  readonly authentication?: Authentication;
  readonly waits?: number[];
}

/** A loopback server with scripted responses. The last one repeats. */
export interface ScriptedServer {
  readonly asked: readonly Asked[];
  readonly connections: () => number;
  /** The most connections that were open at the same time. A connection that was idle for long is replaced. */
  readonly mostOpen: () => number;
  readonly transport: (options?: ScriptedOptions) => Transport;
  /** Stops listening. */
  readonly hangUp: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export type Answer = (response: ServerResponse) => void;

/** A JSON response. */
export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

export async function scriptedServer(...script: readonly Answer[]): Promise<ScriptedServer> {
  const asked: Asked[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const answer = script[Math.min(asked.length, script.length - 1)];
      asked.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body });
      answer?.(response);
    });
  });
  let mostOpen = 0;
  let open = 0;
  server.on('connection', (socket) => {
    connections += 1;
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    socket.on('close', () => (open -= 1));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const dispatchers = makeDispatchers(() => ({}), {});
  const hangUp = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return {
    asked,
    connections: () => connections,
    mostOpen: () => mostOpen,
    transport: ({ authentication = ANONYMOUS, waits = [], ...rest } = {}) => {
      const access: ClientConfig = {
        server: new URL(`http://127.0.0.1:${port}/k8s/c-1`),
        namespace: 'default',
        tls: () => ({}),
        proxy: {},
        authentication,
        impersonation: { 'Impersonate-User': 'jane', 'Impersonate-Group': ['a', 'b'] },
        redaction: makeRedaction(),
      };
      const sleep = async (milliseconds: number): Promise<void> => void waits.push(milliseconds);
      const clock = { ...SYSTEM_CLOCK, sleep };
      return makeTransport({ config: access, dispatchers, clock, random: () => 0, userAgent: 'test', ...rest });
    },
    hangUp,
    stop: async () => {
      await dispatchers.close();
      await hangUp();
    },
  };
}

const ANONYMOUS: Authentication = { current: async () => ({}), invalidate: () => undefined };
