import { addressRefusal } from './address-refused-error.ts';
import { hostKind } from './host-kind.ts';

/** The kinds of addresses that a client can connect to without an allow-list, the safest first. */
export const REACHABLE_KINDS = ['public', 'private', 'loopback'] as const;
export type ReachableKind = (typeof REACHABLE_KINDS)[number];

/** The kinds of addresses that a request may connect to. They are tried in order. */
export type Reach = readonly ReachableKind[];

/**
 * Returns the reach of a host that the user named: any address except a loopback one. The loopback interface must be
 * named as such, because any name can have the address 127.0.0.1.
 */
export function namedReach(hostname: string, mayBeLoopback: boolean): Reach {
  return mayBeLoopback && hostKind(hostname) === 'loopback' ? ['loopback'] : ['public', 'private'];
}

/** Returns the reach of a host that a server chose, by the kind of the server's own address. */
export function chosenReach(server: ReachableKind): Reach {
  return REACHABLE_KINDS.slice(0, REACHABLE_KINDS.indexOf(server) + 1);
}

/**
 * Sends a request to the first kind of addresses that the host has. Returns the kind with the response, because the
 * response's redirects and challenges get no further than the server itself. The kind is the one of the connection:
 * a name can have another address a moment later.
 */
export async function sendWithin<T>(
  [kind, ...others]: Reach,
  send: (kind: ReachableKind) => Promise<T>,
): Promise<{ readonly reached: ReachableKind; readonly response: T }> {
  if (kind === undefined) throw new Error('a request without reach');
  try {
    return { reached: kind, response: await send(kind) };
  } catch (error) {
    const refused = addressRefusal(error)?.kind;
    if (!others.some((other) => other === refused)) throw error;
    return sendWithin(
      others.filter((other) => other === refused),
      send,
    );
  }
}
