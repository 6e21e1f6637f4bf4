import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import type { KubernetesObject } from './object.ts';
import { collectionPath, objectPath } from './object.ts';

/** The field manager of all objects that the client writes. */
export const FIELD_MANAGER = 'test-bed';

/** The address and credential files of an API server. */
export interface ApiAddress {
  readonly server: string;
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
}

/** An error response of the API server. */
class ApiError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
  }
}

/** The requests of the bed and its tests. */
export interface ApiClient {
  readonly address: ApiAddress;
  /** Sends any request. The body is JSON. Returns parsed JSON, or the text of any other response. */
  send(method: string, path: string, body?: unknown, contentType?: string): Promise<unknown>;
  create(object: KubernetesObject): Promise<KubernetesObject>;
  /** Creates or replaces the object. */
  put(object: KubernetesObject): Promise<void>;
  /** Server-side apply. */
  apply(object: KubernetesObject): Promise<KubernetesObject>;
  get(object: KubernetesObject): Promise<KubernetesObject | undefined>;
  list(apiVersion: string, kind: string, namespace: string): Promise<readonly KubernetesObject[]>;
  delete(object: KubernetesObject): Promise<void>;
}

export function connect(address: ApiAddress): ApiClient {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: 16,
    ca: readFileSync(address.authority),
    cert: readFileSync(address.certificate),
    key: readFileSync(address.key),
  });
  const send: ApiClient['send'] = (method, path, body, contentType) =>
    exchange({ agent, url: `${address.server}${path}`, method, body, contentType });
  return {
    address,
    send,
    create: async (object) =>
      (await send('POST', collectionPath(object, object.metadata.namespace), object)) as KubernetesObject,
    put: async (object) => {
      try {
        await send('POST', collectionPath(object, object.metadata.namespace), object);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 409) throw error;
        await send('PUT', objectPath(object), object);
      }
    },
    apply: async (object) => {
      const path = `${objectPath(object)}?fieldManager=${FIELD_MANAGER}&force=true`;
      return (await send('PATCH', path, object, 'application/apply-patch+yaml')) as KubernetesObject;
    },
    get: async (object) => unlessMissing(send('GET', objectPath(object)) as Promise<KubernetesObject>),
    list: async (apiVersion, kind, namespace) => {
      const list = await send('GET', collectionPath({ apiVersion, kind }, namespace));
      // Items of a list have no apiVersion and kind.
      const { items } = list as { readonly items: readonly KubernetesObject[] };
      return items.map((item) => ({ ...item, apiVersion, kind }));
    },
    delete: async (object) => {
      await unlessMissing(send('DELETE', objectPath(object)));
    },
  };
}

/** Returns a function that sends requests with a token. */
export function sendWithToken(
  { server, authority }: Pick<ApiAddress, 'server' | 'authority'>,
  token: string,
): ApiClient['send'] {
  const agent = new Agent({ keepAlive: true, ca: readFileSync(authority) });
  return async (method, path, body, contentType) =>
    exchange({ agent, url: `${server}${path}`, method, body, contentType, token });
}

async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

interface Exchange {
  readonly agent: Agent;
  readonly url: string;
  readonly method: string;
  readonly body: unknown;
  readonly contentType: string | undefined;
  readonly token?: string;
}

function exchange(sent: Exchange): Promise<unknown> {
  const { agent, url, method, body, contentType, token } = sent;
  return new Promise((resolve, reject) => {
    const headers = {
      accept: 'application/json',
      // Names the field manager of what the tests create.
      'user-agent': FIELD_MANAGER,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': contentType ?? 'application/json' }),
    };
    const outgoing = request(url, { agent, method, headers, timeout: 30_000 }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const { statusCode = 0 } = incoming;
        if (statusCode < 400) resolve(parsed(text));
        else reject(new ApiError(statusCode, `${method} ${url}: ${statusCode} ${complaint(text)}`));
      });
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // The API server closes a connection that has been idle for 90 s. A busy process notices it when it sends the next request.
      const isClosed = outgoing.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(error.code ?? '');
      if (isClosed) resolve(exchange(sent));
      else reject(error);
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error(`${method} ${url}: no answer`)));
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function complaint(text: string): string {
  const status = parsed(text);
  return typeof status === 'object' && status !== null && 'message' in status ? String(status.message) : text;
}
