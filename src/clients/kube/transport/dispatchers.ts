import type { Dispatcher } from 'undici';
import { ProxyingDispatcher } from '../../http/proxying-dispatcher.ts';
import type { ServerProxy, ServerTls } from '../config/client-config.ts';
import type { ClientCertificate } from '../config/authentication.ts';

/**
 * The kind of a request. Calls share a few connections. Streams have connections of their own, because they would block
 * the calls.
 */
export type ConnectionUse = 'call' | 'stream';

/** The connections to one API server. */
export interface Dispatchers {
  readonly of: (use: ConnectionUse, certificate: ClientCertificate | undefined) => Dispatcher;
  /** Closes all connections and aborts their requests. */
  readonly close: () => Promise<void>;
}

const MAX_CALL_CONNECTIONS = 32;
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Creates dispatchers with pooled connections. A changed client certificate or certificate authority gets new
 * connections.
 */
export function makeDispatchers(tls: () => ServerTls, proxy: ServerProxy): Dispatchers {
  const open = new Set<Dispatcher>();
  let current: Pool | undefined;
  const closeGracefully = async (dispatcher: Dispatcher): Promise<void> => {
    // Running requests end first. `close` aborts those that take too long.
    await dispatcher.close().catch(() => undefined);
    open.delete(dispatcher);
  };
  return {
    of: (use, certificate) => {
      const identity = { tls: tls(), certificate };
      if (current === undefined || !isSame(current.identity, identity)) {
        for (const dispatcher of open) void closeGracefully(dispatcher);
        current = makePool(identity, proxy);
        open.add(current.call).add(current.stream);
      }
      return current[use];
    },
    close: async () => {
      await Promise.all([...open].map(async (dispatcher) => dispatcher.destroy()));
    },
  };
}

/** The TLS identity of both sides. */
interface TlsIdentity {
  readonly tls: ServerTls;
  readonly certificate: ClientCertificate | undefined;
}

interface Pool extends Readonly<Record<ConnectionUse, Dispatcher>> {
  readonly identity: TlsIdentity;
}

function makePool(identity: TlsIdentity, proxy: ServerProxy): Pool {
  const { tls, certificate } = identity;
  const options = {
    connect: { timeout: CONNECT_TIMEOUT_MS, ...tls, ...certificate },
    requestTls: { ...tls, ...certificate },
    // sendHttpRequest enforces timeouts itself. undici's timeouts would end a watch.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 60_000,
  };
  const agent = (limits: { readonly connections?: number }): Dispatcher =>
    new ProxyingDispatcher({ ...options, ...limits }, () => proxy.url);
  return { identity, call: agent({ connections: MAX_CALL_CONNECTIONS }), stream: agent({}) };
}

function isSame({ tls, certificate }: TlsIdentity, other: TlsIdentity): boolean {
  return (
    tls.ca === other.tls.ca &&
    certificate?.cert === other.certificate?.cert &&
    certificate?.key === other.certificate?.key
  );
}
