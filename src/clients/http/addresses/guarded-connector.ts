import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { addressKind } from './address-kind.ts';
import { AddressRefusedError } from './address-refused-error.ts';
import { REACHABLE_KINDS, type ReachableKind } from './reach.ts';

/** Resolves a name to all of its addresses. */
export type Resolve = (
  hostname: string,
  options: LookupOptions & { readonly all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface ConnectorGuard {
  /** True for hosts and addresses that count as public. */
  readonly isAllowed: (url: URL) => boolean;
  /** The name of the setting with the allowed hosts, for error messages. */
  readonly setting?: string;
  /** Defaults to the resolver of the system. */
  readonly resolve?: Resolve;
}

/** Returns undici's connector, which checks each address before it connects. Fails with `AddressRefusedError`. */
export function guardedConnector(
  options: buildConnector.BuildOptions,
  kind: ReachableKind,
  { isAllowed, setting, resolve = systemLookup }: ConnectorGuard,
): buildConnector.connector {
  const isFit = (address: string): boolean =>
    addressKind(address) === kind || (kind === 'public' && isAllowed(new URL(`http://${urlHost(address)}`)));
  const refusal = (host: string, address: string): AddressRefusedError =>
    new AddressRefusedError(host, address, addressKind(address), setting);
  // Connectors are created once, because they cache TLS sessions.
  const connector = (mayConnect: (address: string) => boolean): buildConnector.connector =>
    buildConnector({ ...options, lookup: guardedLookup(resolve, mayConnect, refusal) });
  const [direct, checking] = [connector(() => true), connector(isFit)];
  return (target, callback) => {
    const { hostname, protocol, port } = target;
    // undici gives the address without brackets, and no address passes `lookup`.
    const isAllowedHost = isAllowed(new URL(`${protocol}//${urlHost(hostname)}:${port}`));
    if (isAllowedHost && kind === 'public') return direct(target, callback);
    if (isIP(hostname) !== 0 && !isFit(hostname)) return callback(refusal(hostname, hostname), null);
    return checking(target, callback);
  };
}

/** Returns a lookup that leaves out addresses to which the request may not connect, and fails if none remains. */
function guardedLookup(
  resolve: Resolve,
  mayConnect: (address: string) => boolean,
  refusal: (host: string, address: string) => AddressRefusedError,
): LookupFunction {
  return (name, { all, ...options }, done) =>
    resolve(name, { ...options, all: true }, (error, found) => {
      if (error !== null) return done(error, []);
      const fitting = found.filter(({ address }) => mayConnect(address));
      const [first] = fitting;
      if (first === undefined) return done(refusal(name, mostReachable(found.map(({ address }) => address))), []);
      return all === true ? done(null, fitting) : done(null, first.address, first.family);
    });
}

/** Returns the address whose kind comes first in `REACHABLE_KINDS`, so that `sendWithin` tries this kind next. */
function mostReachable(addresses: readonly string[]): string {
  const ordered = REACHABLE_KINDS.flatMap((kind) => addresses.filter((address) => addressKind(address) === kind));
  return ordered[0] ?? addresses[0] ?? '::';
}

function urlHost(hostname: string): string {
  return isIP(hostname) === 6 ? `[${hostname.split('%', 1)[0]}]` : hostname;
}
