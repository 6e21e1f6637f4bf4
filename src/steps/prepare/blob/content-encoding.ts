import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { oneLine } from '../../../core/model/one-line.ts';
import { boundedText } from '../../../core/model/bounded-messages.ts';
import { gunzip } from '../../../clients/registry/gunzip.ts';
import { PrepareError } from '../../../core/model/step-failures/step-error.ts';
import { formatOf } from '../archive/format.ts';
import { startOf } from '../archive/unpack.ts';
import type { FetchDependencies } from '../dependencies.ts';
import { systemError } from '../../../core/model/step-failures/system-error.ts';
import { makeBudget } from '../source/budget.ts';
import type { DownloadedBlob } from './download.ts';

/** Values that say nothing about the bytes: S3 keeps `aws-chunked` of the upload. */
const NO_ENCODING: readonly string[] = ['', 'identity', 'none', 'binary', 'aws-chunked'];

/**
 * Returns the blob without its Content-Encoding. A server can send an encoded blob although prepare asks for none, because the blob is
 * stored so. Go's client, and therefore kpack, decodes `gzip` once. The content then says which archive
 * the blob is: a tar, or a tar.gz that was compressed twice. Rejects with `ArchiveInvalid` for other encodings, and with `SourceTooLarge`.
 */
export async function withoutEncoding(
  blob: DownloadedBlob,
  encoding: string,
  { limits, signal }: Pick<FetchDependencies, 'limits' | 'signal'>,
): Promise<DownloadedBlob> {
  if (NO_ENCODING.includes(encoding)) return blob;
  const format = formatOf(await startOf(blob.file));
  if (encoding !== 'gzip' && encoding !== 'x-gzip') {
    // A server can name the compression of the archive itself.
    if (format !== undefined) return blob;
    const shown = oneLine(JSON.stringify(boundedText(encoding, 100)));
    throw new PrepareError(
      'ArchiveInvalid',
      `the server sends the source with the Content-Encoding ${shown}, which is not supported: configure the server to send it without one`,
    );
  }
  // The header of a stored object can be wrong.
  if (format !== 'gzip') return blob;
  const decoded = await decode(blob.file, makeBudget(limits, signal));
  // Go's client does not decode x-gzip. The same archive keeps the same checksum as with kpack.
  return encoding === 'gzip' ? decoded : { ...decoded, sha256: blob.sha256 };
}

async function decode(file: string, { spendBytes }: ReturnType<typeof makeBudget>): Promise<DownloadedBlob> {
  const decoded = `${file}-decoded`;
  const hash = createHash('sha256');
  const target = await open(decoded, 'wx', 0o600);
  try {
    for await (const chunk of gunzip(createReadStream(file))) {
      spendBytes(chunk.length);
      hash.update(chunk);
      await target.writeFile(chunk);
    }
  } catch (error) {
    throw systemError(
      error,
      'ArchiveInvalid',
      'the server sends the source with the Content-Encoding gzip, and the content is not valid gzip',
    );
  } finally {
    await target.close();
  }
  return { file: decoded, sha256: hash.digest('hex') };
}
