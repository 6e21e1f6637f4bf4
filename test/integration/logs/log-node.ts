import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../../cluster/cluster.ts';

/** The log of a container, written by a test. */
export interface WrittenLog {
  readonly write: (...texts: readonly string[]) => void;
  /** Ends the container, so that a followed log ends. */
  readonly end: () => void;
}

/** A node whose kubelet serves only logs to the API server. */
export interface LogNode {
  readonly name: string;
  /** Returns the log of a container, by Pod and container name. */
  readonly log: (pod: string, container: string) => WrittenLog;
  /** The byte counts after which the next streams break, each later than the previous one. */
  readonly breakStreams: (count: number, bytes: number) => void;
  /** The number of requested streams. */
  readonly streams: () => number;
  readonly stop: () => Promise<void>;
}

interface Log {
  readonly lines: (readonly [time: Date, text: string])[];
  hasEnded: boolean;
}

/** Starts a server that acts as the node's kubelet, and creates the Node. */
export async function startLogNode({ client, certificates }: Cluster, name: string): Promise<LogNode> {
  const logs = new Map<string, Log>();
  const state = { streams: 0, breaks: 0, bytes: 0 };
  const logOf = (key: string): Log => {
    const log = logs.get(key) ?? { lines: [], hasEnded: false };
    logs.set(key, log);
    return log;
  };
  const server = createServer(
    // The API server does not verify the name, because no CA for kubelets is configured.
    { cert: readFileSync(certificates.certificate('injector')), key: readFileSync(certificates.key('injector')) },
    (request, response) => void answer(request, response),
  );
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '', 'https://node');
    const [, , , pod = '', container = ''] = url.pathname.split('/');
    state.streams += 1;
    const isBroken = state.breaks > 0;
    if (isBroken) state.breaks -= 1;
    const sent = await send(
      logOf(`${pod}/${container}`),
      url.searchParams,
      response,
      isBroken ? state.bytes : Infinity,
    );
    if (sent === 'broken') response.destroy();
    else response.end();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await client.send('POST', '/api/v1/nodes', { apiVersion: 'v1', kind: 'Node', metadata: { name } });
  const addresses = [{ type: 'InternalIP', address: '127.0.0.1' }];
  const status = { addresses, daemonEndpoints: { kubeletEndpoint: { Port: port } } };
  await client.send('PATCH', `/api/v1/nodes/${name}/status`, { status }, 'application/merge-patch+json');
  return {
    name,
    log: (pod, container) => {
      const log = logOf(`${pod}/${container}`);
      return {
        write: (...texts) => void log.lines.push(...texts.map((text) => [new Date(), text] as const)),
        end: () => void (log.hasEnded = true),
      };
    },
    breakStreams: (count, bytes) => void Object.assign(state, { breaks: count, bytes }),
    streams: () => state.streams,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await client.send('DELETE', `/api/v1/nodes/${name}`);
    },
  };
}

/** Sends the existing lines, as a kubelet does. A follower also receives later lines until the container terminates. */
async function send(
  log: Log,
  parameters: URLSearchParams,
  response: ServerResponse,
  most: number,
): Promise<'whole' | 'broken'> {
  const since = new Date(parameters.get('sinceTime') ?? 0);
  const follows = parameters.get('follow') === 'true';
  response.writeHead(200, { 'content-type': 'text/plain' });
  response.flushHeaders();
  let bytes = 0;
  for (let place = 0; !response.destroyed;) {
    const line = log.lines[place];
    if (line === undefined) {
      if (!follows || log.hasEnded) return 'whole';
      await sleep(20);
      continue;
    }
    place += 1;
    const [time, text] = line;
    if (time < since) continue;
    const piece = Buffer.from(`${time.toISOString().replace('Z', '000000Z')} ${text}\n`).subarray(0, most - bytes);
    bytes += piece.length;
    response.write(piece);
    if (bytes < most) continue;
    // The client must receive everything that was written.
    await sleep(50);
    return 'broken';
  }
  return 'broken';
}
