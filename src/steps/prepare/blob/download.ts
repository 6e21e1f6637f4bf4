import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { etagVersion, formatBlobVersion, type BlobVersion } from '../../../core/model/blob-version.ts';
import { PrepareError } from '../../../core/model/step-failures/step-error.ts';
import type { HttpResponse } from '../../../clients/http/response.ts';
import { RETRY_POLICY, withRetries } from '../../../clients/http/retries.ts';
import type { FetchDependencies } from '../dependencies.ts';
import { isTransient } from '../../../core/model/step-failures/system-error.ts';
import { tooLarge } from '../source/budget.ts';
import { type Fields, request, statusFailure } from '../request.ts';
import { withoutEncoding } from './content-encoding.ts';

interface Progress {
  received: number;
  /** The ETag or modification time of the blob. Without one, a download cannot be resumed. */
  validator: string | undefined;
  /** The Content-Encoding of the first response. */
  encoding: string;
  hash: ReturnType<typeof createHash>;
}

/** A blob on a server. */
export interface RemoteBlob {
  readonly url: URL;
  readonly credentials: Fields;
  /** The only version that may be downloaded, if it is known. */
  readonly version: BlobVersion | undefined;
}

/** A downloaded blob, without its Content-Encoding. */
export interface DownloadedBlob {
  readonly file: string;
  /** In hexadecimal. */
  readonly sha256: string;
}

/**
 * Downloads a blob to a new file. A broken download is resumed. Rejects with `SourceChanged` if the server has another version, and with
 * `ArchiveInvalid` if its Content-Encoding is not supported.
 */
export async function download(
  dependencies: FetchDependencies,
  blob: RemoteBlob,
  file: string,
): Promise<DownloadedBlob> {
  const { url, credentials, version } = blob;
  const progress: Progress = { received: 0, validator: undefined, encoding: '', hash: createHash('sha256') };
  const target = await open(file, 'wx', 0o600);
  try {
    await whileProgressing(progress, async () =>
      withRetries(
        { ...dependencies.network, policy: RETRY_POLICY, isTransient, signal: dependencies.signal },
        async () => {
          const answer = await request(dependencies, url, headersOf(progress, credentials));
          await begin(answer, progress, target, blob, dependencies);
          for await (const chunk of answer.body) await take(chunk, progress, target, dependencies);
        },
      ),
    );
  } finally {
    await target.close();
  }
  const sent = { file, sha256: progress.hash.digest('hex') };
  const decoded = await withoutEncoding(sent, progress.encoding, dependencies);
  // A checksum of the decoded blob is as strict, and programs that decode give it.
  if (version?.kind === 'sha256' && ![sent.sha256, decoded.sha256].includes(version.digest))
    throw changed(url, version, `sha256:${sent.sha256}`);
  return decoded;
}

function changed({ origin, pathname }: URL, wanted: BlobVersion, found: string): PrepareError {
  return new PrepareError(
    'SourceChanged',
    `${origin}${pathname} is not the version that the Build is for: expected ${formatBlobVersion(wanted)}, but the server has ${found}`,
  );
}

/** Starts another series of retries if the last series has received more bytes. */
async function whileProgressing(progress: Progress, attempts: () => Promise<void>): Promise<void> {
  for (;;) {
    const before = progress.received;
    try {
      return await attempts();
    } catch (error) {
      if (!isTransient(error) || progress.received <= before) throw error;
    }
  }
}

function headersOf({ received, validator }: Progress, credentials: Fields): Fields {
  const isResumed = received > 0 && validator !== undefined;
  return {
    'user-agent': 'taskpack',
    // Content-Encoding would change the bytes that are counted and hashed.
    'accept-encoding': 'identity',
    ...(isResumed && { range: `bytes=${received}-`, 'if-range': validator }),
    ...credentials,
  };
}

/** Continues after status 206 (RFC 9110 section 15.3.7), or starts again if the server sends the whole blob. */
async function begin(
  answer: HttpResponse,
  progress: Progress,
  target: FileHandle,
  { url, version }: RemoteBlob,
  { limits }: FetchDependencies,
): Promise<void> {
  const { status, header } = answer;
  const isContinued = status === 206 && (header('content-range') ?? '').startsWith(`bytes ${progress.received}-`);
  if (!isContinued && status !== 200) throw statusFailure(answer, url);
  if (version?.kind === 'etag' && etagVersion(header('etag'))?.tag !== version.tag) {
    answer.discard();
    throw changed(url, version, header('etag') === undefined ? 'no ETag' : `the ETag ${header('etag')}`);
  }
  if (isContinued) return;
  if (Number(header('content-length') ?? 0) > limits.bytes) {
    answer.discard();
    throw tooLarge(`${limits.bytes} bytes`, 'SOURCE_MAX_BYTES');
  }
  await target.truncate(0);
  const encoding = (header('content-encoding') ?? '').trim().toLowerCase();
  Object.assign(progress, { received: 0, validator: validatorOf(header), encoding, hash: createHash('sha256') });
}

/** If-Range does not allow weak ETags (RFC 9110 section 13.1.5). */
function validatorOf(header: HttpResponse['header']): string | undefined {
  const tag = header('etag');
  return tag === undefined || tag.startsWith('W/') ? header('last-modified') : tag;
}

async function take(
  chunk: Uint8Array,
  progress: Progress,
  target: FileHandle,
  { limits }: FetchDependencies,
): Promise<void> {
  if (progress.received + chunk.length > limits.bytes) throw tooLarge(`${limits.bytes} bytes`, 'SOURCE_MAX_BYTES');
  for (let written = 0; written < chunk.length;) {
    const place = progress.received + written;
    written += (await target.write(chunk, written, chunk.length - written, place)).bytesWritten;
  }
  progress.received += chunk.length;
  progress.hash.update(chunk);
}
