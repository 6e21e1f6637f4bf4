import { percentDecoded } from './percent-decoded.ts';
import { PrepareError } from './step-failures/step-error.ts';

/**
 * Returns a URL that can be shown in the log, the repository's configuration and image labels. It has no password. An HTTP
 * URL has no user either, because the user can be a token. `text` is returned unchanged if there is nothing to remove.
 */
export function publicUrl(url: URL, text: string): string {
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:';
  if (url.password === '' && !(isHttp && url.username !== '')) return text;
  const shown = new URL(url);
  shown.password = '';
  if (isHttp) shown.username = '';
  return shown.href;
}

/** Returns a blob's URL that can be shown. It has no query, because the query can be a signature. */
export function publicBlobUrl(url: URL, text: string): string {
  if (url.search === '' && url.hash === '') return publicUrl(url, text);
  const { origin, pathname } = url;
  return `${origin}${pathname}`;
}

/** Decodes the user or password of a URL. Throws `SourceUnsupported`. */
export function decodedPart(part: string): string {
  const decoded = percentDecoded(part);
  if (decoded !== undefined) return decoded;
  throw new PrepareError(
    'SourceUnsupported',
    'the URL of the source has an invalid percent-encoding in its user or password: write % as %25',
  );
}
