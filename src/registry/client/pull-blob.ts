import { Readable } from 'node:stream';
import { final } from '../../http/retries.ts';
import { checkBytes, makeCheck, type Expected } from './checked-bytes.ts';
import { readDocument, LONGEST_DOCUMENT } from './document.ts';
import type { HttpAnswer } from './http-request.ts';
import type { Repository } from './keychain.ts';
import { blobName, callOnce, repeatedly, type Connection } from './registry-call.ts';
import { RegistryError, type Subject } from './registry-error.ts';

/** A download that broke so often will not end well. */
const MOST_RESUMPTIONS = 20;

/**
 * A blob as a stream, which is checked while it passes and holds no more than a few chunks. It ends only if size and
 * digest are right; until then what it gave may be wrong. A connection that breaks is taken up where it broke.
 */
export function pullBlob(connection: Connection, places: readonly Repository[], expected: Expected): Readable {
  return Readable.from(firstDownload(connection, places, expected), { objectMode: false });
}

/** A mirror counts until its first byte; after that the stream is its. */
async function* firstDownload(
  connection: Connection,
  [place, ...others]: readonly Repository[],
  expected: Expected,
): AsyncGenerator<Uint8Array> {
  if (place === undefined) throw new Error('no place to read from');
  let hasBegun = false;
  try {
    for await (const chunk of download(connection, place, expected)) {
      hasBegun = true;
      yield chunk;
    }
    return;
  } catch (error) {
    if (hasBegun || others.length === 0) throw error;
    connection.wire.signal?.throwIfAborted();
  }
  yield* firstDownload(connection, others, expected);
}

/** A small blob, whole and checked: a configuration. Rejects with `TOO_LARGE` above 4 MiB. */
export async function pullSmallBlob(
  connection: Connection,
  repository: Repository,
  expected: Expected,
): Promise<Buffer> {
  const subject = { registry: repository.registry, image: blobName(repository, expected.digest) };
  if (expected.size > LONGEST_DOCUMENT) {
    throw new RegistryError('TOO_LARGE', subject, `${expected.size} bytes are more than taskpack reads as a document`);
  }
  return repeatedly(connection, async () => {
    const bytes = await readDocument(await openBlob(connection, repository, expected, 0), subject);
    checkBytes(bytes, expected, subject);
    return bytes;
  });
}

async function* download(
  connection: Connection,
  repository: Repository,
  expected: Expected,
): AsyncGenerator<Uint8Array> {
  const subject = { registry: repository.registry, image: blobName(repository, expected.digest) };
  const check = makeCheck(expected, subject);
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
      throw opened > MOST_RESUMPTIONS ? final(brokenTooOften(subject, error)) : error;
    }
  };
  try {
    // The digest of nothing is checked too.
    do {
      const chunk = expected.size === 0 ? new Uint8Array() : await repeatedly(connection, next);
      received += chunk.length;
      check.add(chunk);
      // An empty chunk would end a stream of bytes.
      if (chunk.length > 0) yield chunk;
    } while (received < expected.size);
  } finally {
    await source?.return?.();
  }
}

/** The bytes from an offset on. */
async function openAt(
  connection: Connection,
  repository: Repository,
  expected: Expected,
  offset: number,
): Promise<AsyncIterator<Uint8Array>> {
  const answer = await openBlob(connection, repository, expected, offset);
  const subject = { registry: repository.registry, image: blobName(repository, expected.digest) };
  const isWhole = answer.status === 200;
  const left = expected.size - (isWhole ? 0 : offset);
  const length = Number(answer.header('content-length') ?? left);
  if (length !== left) {
    answer.discard();
    throw wrongSize(subject, left, length);
  }
  if (!isWhole && !(answer.header('content-range') ?? '').startsWith(`bytes ${offset}-`)) {
    answer.discard();
    throw new RegistryError('BAD_ANSWER', subject, `registry ${subject.registry} sends another range than asked for`);
  }
  return isWhole && offset > 0 ? without(answer.body, offset) : answer.body[Symbol.asyncIterator]();
}

/** Sends one request. A range where bytes are missing only at the end (RFC 9110 section 14.2); it may be ignored. */
async function openBlob(
  connection: Connection,
  repository: Repository,
  { digest, size }: Expected,
  offset: number,
): Promise<HttpAnswer> {
  return callOnce(connection, {
    method: 'GET',
    repository,
    target: `blobs/${digest}`,
    actions: 'pull',
    // Compression on the way would change what is counted.
    headers: { 'accept-encoding': 'identity', ...(offset > 0 && { range: `bytes=${offset}-` }) },
    transfer: size,
    image: blobName(repository, digest),
    expected: offset > 0 ? [200, 206] : [200],
  });
}

async function* without(body: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<Uint8Array> {
  let left = length;
  for await (const chunk of body) {
    if (chunk.length > left) yield chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}

/** HTTP tells a cut connection from an end: this is all that the registry has. */
function wrongSize(subject: Subject, size: number, actual: number): RegistryError {
  const sentence = `registry ${subject.registry} sends ${actual} bytes in place of ${size}`;
  return new RegistryError('SIZE_MISMATCH', subject, sentence);
}

function brokenTooOften(subject: Subject, cause: unknown): RegistryError {
  const sentence = `the download from registry ${subject.registry} broke more than ${MOST_RESUMPTIONS} times`;
  return new RegistryError('UNAVAILABLE', subject, sentence, { cause });
}
