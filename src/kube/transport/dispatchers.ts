import type { Dispatcher } from 'undici';
import { ProxyingDispatcher } from '../../http/proxying-dispatcher.ts';
import type { ServerProxy, ServerTls } from '../connect/api-server-access.ts';
import type { ClientCertificate } from '../connect/authentication.ts';

/** What a request is for: calls share few connections; streams have their own, or else they would starve the calls. */
export type Use = 'call' | 'stream';

/** What sends requests to one API server. */
export interface Dispatchers {
  readonly of: (use: Use, certificate: ClientCertificate | undefined) => Dispatcher;
  /** Ends all connections, and what is under way on them. */
  readonly close: () => Promise<void>;
}

const MOST_CALLS_AT_ONCE = 32;
const CONNECT_TIMEOUT = 10_000;

/** Dispatchers with pooled connections. A client certificate, or an authority, that changed gets connections of its own. */
export function makeDispatchers(tls: () => ServerTls, proxy: ServerProxy): Dispatchers {
  const open = new Set<Dispatcher>();
  let current: Pool | undefined;
  const retire = async (dispatcher: Dispatcher): Promise<void> => {
    // What is under way on it ends first; `close` ends it where that takes too long.
    await dispatcher.close().catch(() => undefined);
    open.delete(dispatcher);
  };
  return {
    of: (use, certificate) => {
      const now = { tls: tls(), certificate };
      if (current === undefined || !isSame(current.proofs, now)) {
        for (const dispatcher of open) void retire(dispatcher);
        current = makePool(now, proxy);
        open.add(current.call).add(current.stream);
      }
      return current[use];
    },
    close: async () => {
      await Promise.all([...open].map(async (dispatcher) => dispatcher.destroy()));
    },
  };
}

/** How both sides prove who they are. */
interface Proofs {
  readonly tls: ServerTls;
  readonly certificate: ClientCertificate | undefined;
}

interface Pool extends Readonly<Record<Use, Dispatcher>> {
  readonly proofs: Proofs;
}

function makePool(proofs: Proofs, proxy: ServerProxy): Pool {
  const { tls, certificate } = proofs;
  const options = {
    connect: { timeout: CONNECT_TIMEOUT, ...tls, ...certificate },
    requestTls: { ...tls, ...certificate },
    // Requests have deadlines of their own: undici's would end a watch.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 60_000,
  };
  const agent = (limits: { readonly connections?: number }): Dispatcher =>
    new ProxyingDispatcher({ ...options, ...limits }, () => proxy.url);
  return { proofs, call: agent({ connections: MOST_CALLS_AT_ONCE }), stream: agent({}) };
}

function isSame({ tls, certificate }: Proofs, other: Proofs): boolean {
  return (
    tls.ca === other.tls.ca &&
    certificate?.cert === other.certificate?.cert &&
    certificate?.key === other.certificate?.key
  );
}
