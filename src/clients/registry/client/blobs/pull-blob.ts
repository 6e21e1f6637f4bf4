import { Readable } from 'node:stream';
import { nonRetryable } from '../../../http/retries.ts';
import { verifyBytes, makeVerifier, type ContentDescriptor } from './verify-content.ts';
import { readDocument, MAX_DOCUMENT_BYTES } from '../transport/json-document.ts';
import type { RegistryResponse } from '../transport/http-request.ts';
import type { Repository } from '../credentials/keychain.ts';
import { blobName, sendRequestOnce, withRequestRetries, type Connection } from '../registry-request.ts';
import { RegistryError, type Subject } from '../registry-error.ts';

/** A download that breaks more often is given up. */
const MAX_RESUMPTIONS = 20;

/**
 * Streams a blob and verifies it on the way, with a few chunks in memory. The stream ends only if size and digest
 * match; do not trust its bytes before that. A broken connection is resumed where it broke.
 */
export function pullBlob(connection: Connection, places: readonly Repository[], expected: ContentDescriptor): Readable {
  return Readable.from(downloadFromFirst(connection, places, expected), { objectMode: false });
}

/** Falls back from a mirror only before its first byte: the bytes of two servers must not mix. */
async function* downloadFromFirst(
  connection: Connection,
  [place, ...others]: readonly Repository[],
  expected: ContentDescriptor,
): AsyncGenerator<Uint8Array> {
  if (place === undefined) throw new Error('no place to read from');
  let hasStarted = false;
  try {
    for await (const chunk of download(connection, place, expected)) {
      hasStarted = true;
      yield chunk;
    }
    return;
  } catch (error) {
    if (hasStarted || others.length === 0) throw error;
    connection.transport.signal?.throwIfAborted();
  }
  yield* downloadFromFirst(connection, others, expected);
}

/** Returns a small, verified blob, such as a configuration. Rejects with `TOO_LARGE` above 2 MiB. */
export async function pullSmallBlob(
  connection: Connection,
  repository: Repository,
  expected: ContentDescriptor,
): Promise<Buffer> {
  const subject = { registry: repository.registry, image: blobName(repository, expected.digest) };
  if (expected.size > MAX_DOCUMENT_BYTES) {
    throw new RegistryError(
      'TOO_LARGE',
      subject,
      `the document has ${expected.size} bytes; taskpack reads at most ${MAX_DOCUMENT_BYTES}`,
    );
  }
  return withRequestRetries(connection, async () => {
    const bytes = await readDocument(await openBlob(connection, repository, expected, 0), subject);
    verifyBytes(bytes, expected, subject);
    return bytes;
  });
}

async function* download(
  connection: Connection,
  repository: Repository,
  expected: ContentDescriptor,
): AsyncGenerator<Uint8Array> {
  const subject = { registry: repository.registry, image: blobName(repository, expected.digest) };
  const check = makeVerifier(expected, subject);
  let received = 0;
  let opened = 0;
  let source: AsyncIterator<Uint8Array> | undefined;
  const next = async (): Promise<Uint8Array> => {
    try {
      if (source === undefined) {
        opened += 1;
        source = await openAt(connection, repository, expected, received);
      }
      const { value, done } = await source.next();
      if (done !== true) return value;
      throw wrongSize(subject, expected.size, received);
    } catch (error) {
      source = undefined;
      throw opened > MAX_RESUMPTIONS ? nonRetryable(tooManyResumptions(subject, error)) : error;
    }
  };
  try {
    // Verify the digest of an empty blob, too.
    do {
      const chunk = expected.size === 0 ? new Uint8Array() : await withRequestRetries(connection, next);
      received += chunk.length;
      check.add(chunk);
      // An empty chunk would end the stream.
      if (chunk.length > 0) yield chunk;
    } while (received < expected.size);
  } finally {
    await source?.return?.();
  }
}

/** Opens the blob at an offset. */
async function openAt(
  connection: Connection,
  repository: Repository,
  expected: ContentDescriptor,
  offset: number,
): Promise<AsyncIterator<Uint8Array>> {
  const response = await openBlob(connection, repository, expected, offset);
  const subject = { registry: repository.registry, image: blobName(repository, expected.digest) };
  const isWhole = response.status === 200;
  const left = expected.size - (isWhole ? 0 : offset);
  const length = Number(response.header('content-length') ?? left);
  if (length !== left) {
    response.discard();
    throw wrongSize(subject, left, length);
  }
  if (!isWhole && !(response.header('content-range') ?? '').startsWith(`bytes ${offset}-`)) {
    response.discard();
    throw new RegistryError(
      'BAD_ANSWER',
      subject,
      `registry ${subject.registry} sends a different range than requested`,
    );
  }
  return isWhole && offset > 0 ? skipBytes(response.body, offset) : response.body[Symbol.asyncIterator]();
}

/**
 * Sends one request, with a range if the first bytes are known already (RFC 9110 section 14.2). The registry can ignore
 * the range.
 */
async function openBlob(
  connection: Connection,
  repository: Repository,
  { digest, size }: ContentDescriptor,
  offset: number,
): Promise<RegistryResponse> {
  return sendRequestOnce(connection, {
    method: 'GET',
    repository,
    target: `blobs/${digest}`,
    actions: 'pull',
    // Compression in transit would change the size.
    headers: { 'accept-encoding': 'identity', ...(offset > 0 && { range: `bytes=${offset}-` }) },
    responseBytes: size,
    image: blobName(repository, digest),
    expected: offset > 0 ? [200, 206] : [200],
  });
}

async function* skipBytes(body: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<Uint8Array> {
  let left = length;
  for await (const chunk of body) {
    if (chunk.length > left) yield chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}

/** HTTP reports a cut connection, so this is the complete content of the registry. */
function wrongSize(subject: Subject, size: number, actual: number): RegistryError {
  const message = `registry ${subject.registry} sends ${actual} bytes instead of ${size}`;
  return new RegistryError('SIZE_MISMATCH', subject, message);
}

function tooManyResumptions(subject: Subject, cause: unknown): RegistryError {
  const message = `the download from registry ${subject.registry} broke more than ${MAX_RESUMPTIONS} times; try again later`;
  return new RegistryError('UNAVAILABLE', subject, message, { cause });
}
