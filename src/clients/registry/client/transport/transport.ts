import type { Dispatcher } from 'undici';
import { chosenReach, namedReach, type Reach, type ReachableKind } from '../../../http/addresses/reach.ts';
import type { Redaction } from '../../../http/redaction.ts';
import type { RetryPolicy } from '../../../http/retries.ts';
import type { Clock } from '../../../../core/runtime/clock.ts';

/** The limits for the duration of requests, in milliseconds. */
export interface RequestTimeouts {
  /** The longest time without a byte in either direction. */
  readonly idleMs: number;
  /** The idle timeout of the request that commits an upload: the registry verifies the whole blob before it answers. */
  readonly commitIdleMs: number;
  /** The longest time of a request, in addition to the time that its bytes need at the minimum rate. */
  readonly totalMs: number;
  /** The slowest accepted transfer, in bytes per second. */
  readonly minBytesPerSecond: number;
}

export const REQUEST_TIMEOUTS: RequestTimeouts = {
  idleMs: 60_000,
  commitIdleMs: 300_000,
  totalMs: 300_000,
  minBytesPerSecond: 16_384,
};

/** Sends the client's requests and times its retries. */
export interface Network {
  /** Sends requests: see `makeDispatcher`. */
  readonly dispatcher: Dispatcher;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  /** Returns a number from 0 up to, but not including, 1: the jitter of retries. */
  readonly random: () => number;
}

/** Which addresses registries may have, and which addresses they may send the client to. */
export interface AddressPolicy {
  /**
   * True if the registry may be a loopback address. Its host must be written as one: `localhost:5000`, `127.0.0.1`. Any
   * other name must not have a loopback address.
   */
  readonly mayBeLoopback: (registry: string) => boolean;
  /**
   * True if a registry with a public address may name a private address as the realm of its challenge, in a redirect or
   * as the location of an upload.
   */
  readonly mayLeadInside: boolean;
}

/** The policy of a program whose registries only its user names. */
export const USER_POLICY: AddressPolicy = { mayBeLoopback: () => true, mayLeadInside: false };

/** Returns how an error names a server: the host, unless a registry chose the host and its words are not quoted. */
export function serverName({ quotesServers }: Pick<Transport, 'quotesServers'>, registry: string, url: URL): string {
  return quotesServers || isHostOf(registry, url) ? url.host : `a server to which registry ${registry} refers`;
}

/** True if a URL has the host of a registry, on any port. */
export function isHostOf(registry: string, { hostname }: URL): boolean {
  return hostname === new URL(`http://${registry}`).hostname;
}

/** Returns the reach of requests to a registry that the user named. */
export function registryReach({ addresses }: Transport, registry: string): Reach {
  return namedReach(registry.replace(/:\d+$/, ''), addresses.mayBeLoopback(registry));
}

/** Returns the reach of requests to a host that a registry at an address of this kind chose. */
export function locationReach({ addresses }: Transport, registry: ReachableKind): Reach {
  return chosenReach(registry === 'public' && addresses.mayLeadInside ? 'private' : registry);
}

/** The settings and state that all requests of one client share. */
export interface Transport {
  readonly network: Network;
  readonly timeouts: RequestTimeouts;
  readonly retryPolicy: RetryPolicy;
  readonly redaction: Redaction;
  readonly addresses: AddressPolicy;
  /** False to fail at once if a host cannot be found or reached, or refuses the first connection. */
  readonly retriesUnreachable: boolean;
  /**
   * False if errors are shown to users who cannot reach the servers themselves. An error then has the status and the specification's
   * codes. It has no text of a server and no name of a host that a server chose.
   */
  readonly quotesServers: boolean;
  /** Aborts all requests and delays. */
  readonly signal?: AbortSignal;
}
