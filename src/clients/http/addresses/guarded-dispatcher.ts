import { Socket } from 'node:net';
import { type buildConnector, Dispatcher } from 'undici';
import { hostMatcher } from '../host-matcher.ts';
import { ProxyingDispatcher, type ConnectionOptions } from '../proxying-dispatcher.ts';
import { AddressRefusedError } from './address-refused-error.ts';
import { type ConnectorGuard, guardedConnector } from './guarded-connector.ts';
import { hostKind } from './host-kind.ts';
import { REACHABLE_KINDS, type ReachableKind } from './reach.ts';

export interface GuardOptions extends Omit<ConnectorGuard, 'isAllowed'> {
  /** Hosts, addresses and networks in the syntax of `NO_PROXY` that count as public. */
  readonly allowed?: string;
}

type Connect = buildConnector.BuildOptions;

/** A dispatch option, which undici passes on: the kind of address to connect to. */
interface KindOption {
  readonly addressKind?: ReachableKind;
}

/** Adds the kind of address to the options of a request. Without it, the request reaches public addresses only. */
export function withAddressKind<T extends object>(kind: ReachableKind, options: T): T & KindOption {
  return { ...options, addressKind: kind };
}

/**
 * Connects each request to addresses of one kind only, and fails with `AddressRefusedError` otherwise. The address is
 * checked after name resolution, and the same address is connected to. A request through a proxy is checked by its host's
 * name, because the proxy resolves the name. Each kind has connections of its own: a request that may not connect to an
 * address must not find a connection to it.
 */
export class GuardedDispatcher extends Dispatcher {
  readonly #dispatchers: Readonly<Record<ReachableKind, ProxyingDispatcher>>;
  readonly #proxyFor: (url: URL) => string | undefined;
  readonly #isAllowed: (url: URL) => boolean;
  readonly #setting: string | undefined;
  readonly #connecting = new Set<Socket>();

  constructor(
    options: Omit<ConnectionOptions, 'connect'> & { readonly connect: Connect },
    proxyFor: (url: URL) => string | undefined,
    guard: GuardOptions = {},
  ) {
    super();
    this.#proxyFor = proxyFor;
    this.#isAllowed = hostMatcher(guard.allowed ?? '');
    this.#setting = guard.setting;
    const guarded = (kind: ReachableKind): ProxyingDispatcher => {
      const connect = this.#tracked(guardedConnector(options.connect, kind, { ...guard, isAllowed: this.#isAllowed }));
      return new ProxyingDispatcher({ ...options, connect }, proxyFor);
    };
    this.#dispatchers = { public: guarded('public'), private: guarded('private'), loopback: guarded('loopback') };
  }

  override dispatch(options: Dispatcher.DispatchOptions & KindOption, handler: Dispatcher.DispatchHandler): boolean {
    const { addressKind: kind = 'public', ...rest } = options;
    const url = options.origin === undefined ? undefined : new URL(options.origin);
    if (url !== undefined && this.#proxyFor(url) !== undefined) this.#checkName(url, kind);
    return this.#dispatchers[kind].dispatch(rest, handler);
  }

  override async close(): Promise<void> {
    await Promise.all(REACHABLE_KINDS.map(async (kind) => this.#dispatchers[kind].close()));
  }

  override async destroy(): Promise<void> {
    await Promise.all(REACHABLE_KINDS.map(async (kind) => this.#dispatchers[kind].destroy()));
    this.#connecting.forEach((socket) => socket.destroy());
  }

  /** undici does not destroy a socket before its TLS handshake ends, and a server that never answers would delay the exit. */
  #tracked(connect: buildConnector.connector): buildConnector.connector {
    return (target, callback) => {
      // A refusal calls back at once.
      let socket: unknown;
      socket = connect(target, (...result) => {
        if (socket instanceof Socket) this.#connecting.delete(socket);
        callback(...result);
      });
      if (socket instanceof Socket) this.#connecting.add(socket);
      return socket;
    };
  }

  #checkName(url: URL, expected: ReachableKind): void {
    const kind = hostKind(url.hostname);
    const isAllowed = expected === 'public' && this.#isAllowed(url);
    if (kind !== expected && !isAllowed) throw new AddressRefusedError(url.hostname, undefined, kind, this.#setting);
  }
}
