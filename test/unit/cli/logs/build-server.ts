import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { KubeObject } from '../../../../src/clients/kube/client/kube-object.ts';
import { textAt } from '../../../support/json-field.ts';

/** The requests to an API server except for single objects. */
export type Verb = 'list' | 'watch';
export type Kind = 'builds' | 'pods';

/** An API server with one Build and its Pods. */
export interface BuildServer {
  readonly port: number;
  readonly put: (kind: Kind, object: KubeObject) => void;
  /** Deleting a Pod ends the streams of its log. */
  readonly remove: (kind: Kind, object: KubeObject) => void;
  /** Refuses these requests from now on. */
  readonly forbid: (verb: Verb, kind: Kind) => void;
  readonly stop: () => Promise<void>;
}

interface Event {
  readonly version: number;
  readonly type: 'ADDED' | 'DELETED';
  readonly object: KubeObject;
}

/** The objects of one kind, their past events, and the watches. */
interface Kept {
  readonly objects: Map<string, KubeObject>;
  readonly events: Event[];
  readonly watchers: Set<ServerResponse>;
}

/** Logs by the Pod's UID and container. A log stream stays open while a container of the Pod runs. */
export async function startBuildServer(logs: Readonly<Record<string, string>>): Promise<BuildServer> {
  const kept: Readonly<Record<Kind, Kept>> = { builds: nothing(), pods: nothing() };
  const forbidden = new Set<string>();
  const streams = new Set<ServerResponse>();
  const server = createServer((request: IncomingMessage, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://server');
    const [kind = '', name, sub] = pathname.replace(/^.*\/namespaces\/[^/]+\//, '').split('/');
    if (kind !== 'builds' && kind !== 'pods') return answer(response, 404, { message: 'there is no such thing' });
    const verb = query.has('watch') ? 'watch' : 'list';
    if (name === undefined && forbidden.has(`${verb} ${kind}`)) {
      return answer(response, 403, { message: `you may not ${verb} ${kind}` });
    }
    if (name === undefined) return verb === 'list' ? list(kept[kind], response) : watch(kept[kind], query, response);
    const object = kept[kind].objects.get(name);
    if (object === undefined) return answer(response, 404, { message: 'there is no such object' });
    if (sub !== 'log') return answer(response, 200, object);
    response.write(logs[`${textAt(object.metadata, 'uid') ?? ''} ${query.get('container') ?? ''}`] ?? '');
    if (JSON.stringify(object).includes('"running"')) streams.add(response);
    else response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    put: (kind, object) => happened(kept[kind], 'ADDED', object),
    remove: (kind, object) => {
      happened(kept[kind], 'DELETED', object);
      for (const stream of streams) stream.end();
      streams.clear();
    },
    forbid: (verb, kind) => void forbidden.add(`${verb} ${kind}`),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function happened({ objects, events, watchers }: Kept, type: Event['type'], { metadata, ...rest }: KubeObject): void {
  const version = events.length + 1;
  const object: KubeObject = { ...rest, metadata: { ...metadata, resourceVersion: `${version}` } };
  if (type === 'ADDED') objects.set(metadata.name, object);
  else objects.delete(metadata.name);
  events.push({ version, type, object });
  for (const watcher of watchers) watcher.write(`${JSON.stringify({ type, object })}\n`);
}

function list({ objects, events }: Kept, response: ServerResponse): void {
  answer(response, 200, { metadata: { resourceVersion: `${events.length}` }, items: [...objects.values()] });
}

/** Streams the events since the list, then new events. */
function watch({ events, watchers }: Kept, query: URLSearchParams, response: ServerResponse): void {
  response.writeHead(200).flushHeaders();
  watchers.add(response);
  for (const { type, object } of events.slice(Number(query.get('resourceVersion')))) {
    response.write(`${JSON.stringify({ type, object })}\n`);
  }
}

function nothing(): Kept {
  return { objects: new Map(), events: [], watchers: new Set() };
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
