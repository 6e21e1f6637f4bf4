/** The statuses with which a server redirects a request (RFC 9110, section 15.4). */
export const REDIRECT_STATUSES: readonly number[] = [301, 302, 303, 307, 308];

/** As many as Go's client follows (net/http, `defaultCheckRedirect`), which kpack uses. */
export const MAX_REDIRECTS = 10;

/** True if a redirect leads to the same origin, or from HTTP to HTTPS on the same host and the default ports. So a login may go with it. */
export function keepsServer(from: URL, to: URL): boolean {
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:' && from.port === '' && to.port === '';
  return to.origin === from.origin || (isUpgrade && to.hostname === from.hostname);
}
