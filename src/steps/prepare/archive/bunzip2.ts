import untypedReader from 'unbzip2-stream/lib/bit_iterator.js';
import untypedDecoder from 'unbzip2-stream/lib/bzip2.js';

/** Reads a number of bits. */
interface BitReader {
  (count: number): number;
  readonly bytesRead: number;
}

interface Decoder {
  /** Reads the header of a stream. Returns the maximum block size in units of 100 kB. */
  readonly header: (read: (count: number) => number) => number;
  /** Decompresses a block. Returns the checksum of the stream so far, or a value that is not a number at the stream's end. */
  readonly decompress: (
    bits: BitReader,
    put: (byte: number) => void,
    memory: Int32Array,
    size: number,
    checksum: number,
  ) => unknown;
}

/** Requests bytes when it is created and whenever it needs more. */
const readBits: (next: () => Uint8Array) => BitReader = untypedReader;
const decoder: Decoder = untypedDecoder;

/** The unit of block sizes, and the bytes by which a compressed block can exceed the block size. */
const UNIT = 100_000;
const SLACK = 25_000;

/**
 * Decompresses a bzip2 file block by block, each after its consumer has taken the previous block. 50 bytes can decompress
 * to a block of 46 MB.
 *
 * This uses two internal files of unbzip2-stream, whose version package.json pins. Its public stream has no backpressure:
 * it needs 1.3 GB of memory for one such block and 3.6 GB for a file of 20 blocks, which is 1 kB long.
 */
export async function* bunzip2(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const blocks = makeBlocks();
  for await (const chunk of source) {
    blocks.add(chunk);
    while (blocks.hasWhole()) yield* blocks.next();
  }
  while (blocks.hasMore()) yield* blocks.next();
  if (blocks.isWithin()) throw new Error(CUT_OFF);
}

interface Blocks {
  readonly add: (chunk: Uint8Array) => void;
  /** True if the buffered bytes contain the complete next block. */
  readonly hasWhole: () => boolean;
  readonly hasMore: () => boolean;
  /** True inside a stream. A file can have several streams. */
  readonly isWithin: () => boolean;
  /** Reads a block, or the header or trailer of a stream. Only a block returns bytes. */
  readonly next: () => readonly Uint8Array[];
}

function makeBlocks(): Blocks {
  const waiting: Uint8Array[] = [];
  let received = 0;
  let bits: BitReader | undefined;
  /** The block size of the stream in units; 0 outside of a stream. */
  let size = 0;
  let checksum = 0;
  let hasStream = false;
  /** True at bytes after a stream that do not start a stream. bzip2 ignores them. */
  let isOver = false;
  const take = (): Uint8Array => {
    const chunk = waiting.shift();
    if (chunk === undefined) throw new Error(CUT_OFF);
    return chunk;
  };
  const left = (): number => received - (bits?.bytesRead ?? 0);
  return {
    add: (chunk) => {
      // The library would read a byte of an empty chunk.
      if (chunk.length === 0) return;
      waiting.push(chunk);
      received += chunk.length;
    },
    hasWhole: () => !isOver && left() >= SLACK + UNIT * size,
    hasMore: () => !isOver && left() > 0,
    isWithin: () => size > 0,
    next: () => {
      bits ??= readBits(take);
      if (size === 0) {
        try {
          [size, checksum] = [decoder.header(headerReader(bits)), 0];
        } catch (error) {
          if (!hasStream || isCutOff(error)) throw error;
          isOver = true;
        }
        hasStream = true;
        return [];
      }
      const { put, bytes } = byteSink();
      const sum = decoder.decompress(bits, put, new Int32Array(UNIT * size), UNIT * size, checksum);
      if (typeof sum === 'number') checksum = sum;
      else size = 0;
      return bytes();
    },
  };
}

const MAGIC = Buffer.from('BZh');

/** Reads the magic number only up to the first wrong byte, because fewer than three bytes can follow a stream. */
function headerReader(bits: BitReader): (count: number) => number {
  return (count) => {
    if (count !== 8 * MAGIC.length) return bits(count);
    return MAGIC.every((byte) => bits(8) === byte) ? MAGIC.readUIntBE(0, MAGIC.length) : 0;
  };
}

const CUT_OFF = 'unexpected end of file';

function isCutOff(error: unknown): boolean {
  return error instanceof Error && error.message === CUT_OFF;
}

const CHUNK_BYTES = 65_536;

/** Collects single bytes into chunks. */
interface ByteSink {
  readonly put: (byte: number) => void;
  /** Returns all bytes in chunks. */
  readonly bytes: () => readonly Uint8Array[];
}

function byteSink(): ByteSink {
  const full: Uint8Array[] = [];
  let last = Buffer.allocUnsafe(CHUNK_BYTES);
  let length = 0;
  return {
    put: (byte) => {
      last[length] = byte;
      length += 1;
      if (length < CHUNK_BYTES) return;
      full.push(last);
      last = Buffer.allocUnsafe(CHUNK_BYTES);
      length = 0;
    },
    bytes: () => (length === 0 ? full : [...full, last.subarray(0, length)]),
  };
}
