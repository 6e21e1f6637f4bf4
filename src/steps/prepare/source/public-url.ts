import { percentDecoded } from '../../../http/percent-decoded.ts';
import { PrepareError } from '../prepare-error.ts';

/**
 * A URL as the log, the repository's configuration and the image's labels may have it: without a password, and over HTTP
 * without the user, who may be a token. One that has neither stays as it is written.
 */
export function publicUrl(url: URL, text: string): string {
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:';
  if (url.password === '' && !(isHttp && url.username !== '')) return text;
  const shown = new URL(url);
  shown.password = '';
  if (isHttp) shown.username = '';
  return shown.href;
}

/** The same of what is no repository: a query may be a signature. */
export function publicBlobUrl(url: URL, text: string): string {
  if (url.search === '' && url.hash === '') return publicUrl(url, text);
  const { origin, pathname } = url;
  return `${origin}${pathname}`;
}

/** The user or password that a part of a URL means. Throws `SourceUnsupported`. */
export function decodedPart(part: string): string {
  const decoded = percentDecoded(part);
  if (decoded !== undefined) return decoded;
  throw new PrepareError(
    'SourceUnsupported',
    "the address of the git repository has a % in its user or password that begins no character's code: write it as %25",
  );
}
