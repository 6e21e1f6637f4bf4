import { writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { objectAt, textAt } from '../../../support/json-field.ts';

/** An API server that lists and gets fixed objects. */
export interface ObjectServer {
  readonly kubeconfig: string;
  readonly stop: () => Promise<void>;
}

/** The objects by plural resource, such as `builds`. Absent resources are not served. */
export type ServedObjects = Readonly<Record<string, readonly JsonObject[]>>;

/** The log of each container by `POD CONTAINER`. */
export type ServedLogs = Readonly<Record<string, string>>;

/** Starts a server, and writes a kubeconfig with the namespace `team` into a folder. `forbidden` has verbs and resources. */
export async function startObjectServer(
  folder: string,
  objects: ServedObjects,
  forbidden: readonly string[] = [],
  logs: ServedLogs = {},
): Promise<ObjectServer> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://server');
    const parsed = /^\/(?:api|apis\/[^/]+)\/[^/]+(?:\/namespaces\/([^/]+))?\/([^/]+)(?:\/([^/]+))?(\/log)?$/.exec(
      pathname,
    );
    const [, namespace, plural = '', name, log] = parsed ?? [];
    const served = (plural === 'namespaces' ? [{ metadata: { name: 'team' } }] : undefined) ?? objects[plural];
    const verb = name === undefined ? 'list' : 'get';
    if (forbidden.includes(`${verb} ${plural}`)) return refuse(response, 403, 'Forbidden', `cannot ${verb} ${plural}`);
    if (served === undefined) return refuse(response, 404, 'NotFound', 'the server could not find it');
    const visible = served.filter((object) => {
      const metadata = objectAt(object, 'metadata');
      return namespace === undefined || textAt(metadata, 'namespace') === namespace;
    });
    if (name === undefined) {
      const selector = searchParams.get('labelSelector') ?? '';
      const items = visible.filter((object) => matches(object, selector));
      return answer(response, 200, { kind: 'List', metadata: { resourceVersion: '1' }, items });
    }
    const found = visible.find((object) => textAt(objectAt(object, 'metadata'), 'name') === name);
    if (found === undefined) return refuse(response, 404, 'NotFound', `${plural} "${name}" not found`);
    if (log !== undefined) return sendLog(response, logs[`${name} ${searchParams.get('container')}`], searchParams);
    return answer(response, 200, found);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const kubeconfig = path.join(folder, 'kubeconfig');
  writeFileSync(kubeconfig, kubeconfigFor(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  return {
    kubeconfig,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function sendLog(response: ServerResponse, log = '', query: URLSearchParams): void {
  const lines = log.split(/(?<=\n)/);
  const tail = query.get('tailLines');
  response.writeHead(200).end((tail === null ? lines : lines.slice(lines.length - Number(tail))).join(''));
}

/** Returns a kubeconfig for a server, with the namespace `team`. */
export function kubeconfigFor(server: string): string {
  return JSON.stringify({
    clusters: [{ name: 'c', cluster: { server, 'insecure-skip-tls-verify': true } }],
    users: [{ name: 'u', user: {} }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u', namespace: 'team' } }],
    'current-context': 'x',
  });
}

/** Takes `KEY` and `KEY=VALUE`. */
function matches(object: JsonObject, selector: string): boolean {
  if (selector === '') return true;
  const [key = '', value] = selector.split('=');
  const label = textAt(objectAt(objectAt(object, 'metadata'), 'labels'), key);
  return value === undefined ? label !== undefined : label === value;
}

function refuse(response: ServerResponse, status: number, reason: string, message: string): void {
  answer(response, status, { kind: 'Status', status: 'Failure', reason, message, code: status });
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
