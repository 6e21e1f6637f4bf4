import { pipeline, Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { byteSource, type ByteSource } from './tar/byte-source.ts';

/** The flags of a header (RFC 1952 section 2.3.1). */
const FLAGS = { checksum: 0x02, extra: 0x04, name: 0x08, comment: 0x10 };

/** The first bytes of a member whose content is compressed with Deflate. */
const MAGIC = Buffer.from([0x1f, 0x8b, 8]);

/**
 * Decompresses a gzip file (RFC 1952) while it is read. A file has one or more members. Zeros and other bytes after the last member are
 * ignored, as gzip does: Node's own stream fails because of them, and loses content that was not read yet. Rejects with an `Error` if the
 * file is invalid.
 */
export async function* gunzip(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = byteSource(file);
  try {
    if (!(await hasMember(source))) throw new Error('the file does not start with a gzip header');
    do yield* memberOf(source);
    while (await hasMember(source));
  } finally {
    source.close();
  }
}

/** Skips zeros. True if the next bytes are the start of a member. */
async function hasMember(source: ByteSource): Promise<boolean> {
  for (let next = await source.piece(1); next !== undefined; next = await source.piece(1)) {
    if (next[0] === 0) continue;
    source.putBack(next);
    const start = await source.take(MAGIC.length);
    source.putBack(start);
    return start.equals(MAGIC);
  }
  return false;
}

async function* memberOf(source: ByteSource): AsyncGenerator<Uint8Array> {
  await skipHeader(source);
  let [checksum, size] = [0, 0];
  for await (const chunk of inflated(source)) {
    checksum = crc32(chunk, checksum);
    size = (size + chunk.length) % 2 ** 32;
    yield chunk;
  }
  const trailer = await exactly(source, 8);
  if (trailer.readUInt32LE(0) !== checksum) throw new Error('the content has another checksum than the gzip file says');
  if (trailer.readUInt32LE(4) !== size) throw new Error('the content has another size than the gzip file says');
}

async function skipHeader(source: ByteSource): Promise<void> {
  const flags = (await exactly(source, 10)).readUInt8(3);
  if ((flags & FLAGS.extra) !== 0) await exactly(source, (await exactly(source, 2)).readUInt16LE(0));
  for (const flag of [FLAGS.name, FLAGS.comment]) if ((flags & flag) !== 0) await skipText(source);
  if ((flags & FLAGS.checksum) !== 0) await exactly(source, 2);
}

async function skipText(source: ByteSource): Promise<void> {
  while ((await exactly(source, 1))[0] !== 0);
}

/** Decompresses up to the end of the Deflate stream, and puts back what follows. */
async function* inflated(source: ByteSource): AsyncGenerator<Uint8Array> {
  const inflate = createInflateRaw();
  /** The last chunks that were given to zlib. It can have read any part of them. */
  const given: Uint8Array[] = [];
  let end = 0;
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    for (let chunk = await source.piece(CHUNK_BYTES); chunk !== undefined; chunk = await source.piece(CHUNK_BYTES)) {
      end += chunk.length;
      given.push(chunk);
      while (end - total(given) + (given[0]?.length ?? 0) <= inflate.bytesWritten) given.shift();
      yield chunk;
    }
  };
  const feed = chunks();
  // The reader of `inflate` gets every error.
  pipeline(Readable.from(feed, { objectMode: false, highWaterMark: 1 }), inflate, () => undefined);
  for await (const chunk of inflate) if (chunk instanceof Uint8Array) yield chunk;
  // A chunk may have been requested that zlib no longer needs.
  await feed.return(undefined);
  const rest = Buffer.concat(given);
  source.putBack(rest.subarray(rest.length - (end - inflate.bytesWritten)));
}

const CHUNK_BYTES = 65_536;

function total(chunks: readonly Uint8Array[]): number {
  return chunks.reduce((sum, { length }) => sum + length, 0);
}

async function exactly(source: ByteSource, length: number): Promise<Buffer> {
  const bytes = await source.take(length);
  if (bytes.length < length) throw new Error('unexpected end of file');
  return bytes;
}
