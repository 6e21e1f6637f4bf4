import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector, Dispatcher } from 'undici';
import { hostMatcher } from '../host-matcher.ts';
import { ProxyingDispatcher, type ConnectionOptions } from '../proxying-dispatcher.ts';
import { addressKind } from './address-kind.ts';
import { AddressRefusedError } from './address-refused-error.ts';
import { hostKind } from './host-kind.ts';
import { REACHABLE_KINDS, type ReachableKind } from './reach.ts';

/** Resolves a name to all of its addresses. */
export type Resolve = (
  hostname: string,
  options: LookupOptions & { readonly all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface GuardOptions {
  /** Hosts, addresses and networks in the syntax of `NO_PROXY` that count as public. */
  readonly allowed?: string;
  /** The name of the setting with the allowed hosts, for error messages. */
  readonly setting?: string;
  /** Defaults to the resolver of the system. */
  readonly resolve?: Resolve;
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
 * judged after name resolution, and the same address is connected to. A request through a proxy is judged by its host's
 * name, because the proxy resolves the name. Each kind has connections of its own: a request that may not connect to an
 * address must not find a connection to it.
 */
export class GuardedDispatcher extends Dispatcher {
  readonly #dispatchers: Readonly<Record<ReachableKind, ProxyingDispatcher>>;
  readonly #proxyFor: (url: URL) => string | undefined;
  readonly #isAllowed: (url: URL) => boolean;
  readonly #setting: string | undefined;

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
      const connect = guardedConnector(options.connect, kind, { ...guard, isAllowed: this.#isAllowed });
      return new ProxyingDispatcher({ ...options, connect }, proxyFor);
    };
    this.#dispatchers = { public: guarded('public'), private: guarded('private'), loopback: guarded('loopback') };
  }

  override dispatch(options: Dispatcher.DispatchOptions & KindOption, handler: Dispatcher.DispatchHandler): boolean {
    const { addressKind: kind = 'public', ...rest } = options;
    const url = options.origin === undefined ? undefined : new URL(options.origin);
    if (url !== undefined && this.#proxyFor(url) !== undefined) this.#judgeName(url, kind);
    return this.#dispatchers[kind].dispatch(rest, handler);
  }

  override async close(): Promise<void> {
    await Promise.all(REACHABLE_KINDS.map(async (kind) => this.#dispatchers[kind].close()));
  }

  override async destroy(): Promise<void> {
    await Promise.all(REACHABLE_KINDS.map(async (kind) => this.#dispatchers[kind].destroy()));
  }

  #judgeName(url: URL, expected: ReachableKind): void {
    const kind = hostKind(url.hostname);
    const isAllowed = expected === 'public' && this.#isAllowed(url);
    if (kind !== expected && !isAllowed) throw new AddressRefusedError(url.hostname, undefined, kind, this.#setting);
  }
}

interface Guard extends GuardOptions {
  readonly isAllowed: (url: URL) => boolean;
}

/** Returns undici's connector, which judges each address before it connects. */
function guardedConnector(
  options: Connect,
  kind: ReachableKind,
  { isAllowed, setting, resolve = systemLookup }: Guard,
): buildConnector.connector {
  const isFit = (address: string): boolean =>
    addressKind(address) === kind || (kind === 'public' && isAllowed(new URL(`http://${urlHost(address)}`)));
  const refusal = (host: string, address: string): AddressRefusedError =>
    new AddressRefusedError(host, address, addressKind(address), setting);
  const lookup =
    (mayConnect: (address: string) => boolean): LookupFunction =>
    (name, { all, ...asked }, done) =>
      resolve(name, { ...asked, all: true }, (error, found) => {
        if (error !== null) return done(error, []);
        const fitting = found.filter(({ address }) => mayConnect(address));
        const [first] = fitting;
        if (first === undefined) return done(refusal(name, safest(found.map(({ address }) => address))), []);
        return all === true ? done(null, fitting) : done(null, first.address, first.family);
      });
  const connector = (mayConnect: (address: string) => boolean): buildConnector.connector =>
    buildConnector({ ...options, lookup: lookup(mayConnect) });
  // Connectors are created once, because they cache TLS sessions.
  const [direct, judging] = [connector(() => true), connector(isFit)];
  return (target, callback) => {
    const { hostname, protocol, port } = target;
    // undici gives the address without brackets, and no address passes `lookup`.
    const isAllowedHost = isAllowed(new URL(`${protocol}//${urlHost(hostname)}:${port}`));
    if (isAllowedHost && kind === 'public') return direct(target, callback);
    if (isIP(hostname) !== 0 && !isFit(hostname)) return callback(refusal(hostname, hostname), null);
    return judging(target, callback);
  };
}

/** Returns the address that a request is most likely to reach with another kind. */
function safest(addresses: readonly string[]): string {
  const ordered = REACHABLE_KINDS.flatMap((kind) => addresses.filter((address) => addressKind(address) === kind));
  return ordered[0] ?? addresses[0] ?? '::';
}

function urlHost(hostname: string): string {
  return isIP(hostname) === 6 ? `[${hostname.replace(/%.*$/, '')}]` : hostname;
}
