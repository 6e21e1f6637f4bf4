import { canParseUrl } from './bounded-url.ts';
import { percentDecoded } from './percent-decoded.ts';

/**
 * Returns the URL of an HTTP proxy; a value without a scheme means `http`. Returns `undefined` if the text is not such
 * a URL.
 */
export function parseProxyUrl(text: string): string | undefined {
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!canParseUrl(url)) return undefined;
  const { protocol, username, password } = new URL(url);
  const isDecodable = [username, password].every((part) => percentDecoded(part) !== undefined);
  return /^https?:$/.test(protocol) && isDecodable ? url : undefined;
}
