import { readBlobUrl } from '../../../model/source-address.ts';
import { PrepareError } from '../../step-error.ts';

/** Parses the URL of a blob. Throws `SourceUnsupported` for other texts. */
export function readBlobAddress(text: string): URL {
  const url = readBlobUrl(text);
  if (url !== undefined) return url;
  throw new PrepareError('SourceUnsupported', 'the URL of the blob is not supported: use an http:// or https:// URL');
}
