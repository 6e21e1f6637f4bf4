import { isIP } from 'node:net';

/**
 * The most proxies that are followed, more than any installation has. The sender could have written all earlier
 * addresses.
 */
const MAX_PROXIES = 16;

/**
 * Returns the address of a sender. Behind proxies that the settings trust, it is the last address of `X-Forwarded-For` that is not
 * such a proxy. Anyone can write the earlier ones. `remote` is the address of the connection.
 */
export function senderAddress(
  remote: string,
  forwardedFor: string | undefined,
  isTrustedProxy: (address: string) => boolean,
): string {
  const hops = (forwardedFor ?? '').split(',').slice(-MAX_PROXIES);
  let sender = remote;
  while (isTrustedProxy(sender)) {
    const hop = addressOf(hops.pop()?.trim() ?? '');
    if (hop === undefined) return sender;
    sender = hop;
  }
  return sender;
}

/** Returns the address of a hop. Some proxies add the port, by which one sender would become many. */
function addressOf(hop: string): string | undefined {
  const [, bracketed, plain] = /^(?:\[([^[\]]+)\]|([^:[\]]+))(?::\d+)?$/.exec(hop) ?? [];
  const address = bracketed ?? plain ?? hop;
  return isIP(address) === 0 ? undefined : address;
}
