/** RFC 9110 (section 4.1) asks clients and servers to support 8,000. Many servers refuse longer URLs. */
const MAX_URL_LENGTH = 8_000;

/** The longest name of DNS (RFC 1035, section 2.3.4). Node fails other connections of the process after TLS with a longer name. */
export const MAX_HOST_LENGTH = 253;

/** A character of a host has up to four bytes in UTF-8. The URL parser takes quadratic time for the host. */
const MAX_HOST_BYTES = 4 * MAX_HOST_LENGTH;

/** Parses a URL of bounded length. Returns `undefined` for other texts. */
export function parseUrl(text: string, base?: URL): URL | undefined {
  if (text.length > MAX_URL_LENGTH || bytesOf(writtenHost(text)) > MAX_HOST_BYTES) return undefined;
  if (!canParseUrl(text, base)) return undefined;
  const url = new URL(text, base);
  return url.hostname.length > MAX_HOST_LENGTH ? undefined : url;
}

/** True if the text is a URL. Node 20's `URL.canParse` is wrong for letters beyond ASCII after V8 has optimized it. */
export function canParseUrl(text: string, base?: URL): boolean {
  if (/^\p{ASCII}*$/u.test(text)) return URL.canParse(text, base?.href);
  try {
    return new URL(text, base).href !== '';
  } catch {
    return false;
  }
}

/** Returns what is too long in a URL or in an scp-like address, as the end of a sentence; `undefined` if nothing is too long. */
export function lengthFault(text: string): string | undefined {
  if (text.length > MAX_URL_LENGTH) {
    return `has ${text.length} characters, and taskpack reads at most ${MAX_URL_LENGTH}: use a shorter URL`;
  }
  const host = writtenHost(text);
  const isTooLong = bytesOf(host) > MAX_HOST_BYTES || (host.length > MAX_HOST_LENGTH && parseUrl(text) === undefined);
  return isTooLong ? `has a host of more than ${MAX_HOST_LENGTH} characters: correct the host` : undefined;
}

/** Returns the size in UTF-8, where a percent-encoded byte is one byte. */
function bytesOf(host: string): number {
  return Buffer.byteLength(host.replace(/%[0-9a-f]{2}/gi, '_'));
}

/**
 * Returns the text from which the URL parser would read the host (URL standard, "basic URL parser"). The parser ignores tabs and line
 * ends anywhere, and takes a backslash for a slash. Also returns the host of an scp-like address. Leaves out the port.
 */
function writtenHost(text: string): string {
  const [, authority = ''] =
    /^[\0- ]*(?:[a-z][a-z0-9+.-]*:)?[/\\]*([^/\\?#]*)/i.exec(text.replace(/[\t\n\r]/g, '')) ?? [];
  return authority.slice(authority.lastIndexOf('@') + 1).split(':', 1)[0] ?? '';
}
