import { readBlobUrl } from '../../../core/model/source-address.ts';
import { PrepareError } from '../../../core/model/step-failures/step-error.ts';
import { lengthFault } from '../../../core/model/bounded-url.ts';

/** Parses the URL of a blob. Throws `SourceUnsupported` for other texts. */
export function readBlobAddress(text: string): URL {
  const url = readBlobUrl(text);
  if (url !== undefined) return url;
  throw new PrepareError(
    'SourceUnsupported',
    `the URL of the blob ${lengthFault(text) ?? 'is not supported: use an http:// or https:// URL'}`,
  );
}
