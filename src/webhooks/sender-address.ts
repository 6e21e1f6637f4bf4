/**
 * The most proxies that are followed, more than any installation has. The sender could have written all earlier
 * addresses.
 */
const MAX_PROXIES = 16;

/** The characters of an address, so that no other text becomes the name of a sender. */
const ADDRESS = /^[0-9a-f.:]{2,45}$/i;

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
    const hop = hops.pop()?.trim() ?? '';
    if (!ADDRESS.test(hop)) return sender;
    sender = hop;
  }
  return sender;
}
