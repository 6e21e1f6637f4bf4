import untypedReader from 'unbzip2-stream/lib/bit_iterator.js';
import untypedDecoder from 'unbzip2-stream/lib/bzip2.js';
import { byteSink } from './byte-sink.ts';

/** Reads so many bits. */
interface BitReader {
  (count: number): number;
  readonly bytesRead: number;
}

interface Decoder {
  /** Reads how large blocks are at most, in units. */
  readonly header: (bits: BitReader) => number;
  /** Reads a block, and answers the checksum of all so far; what is no number, at the end of the stream. */
  readonly decompress: (
    bits: BitReader,
    put: (byte: number) => void,
    memory: Int32Array,
    size: number,
    checksum: number,
  ) => unknown;
}

/** Asks for bytes at once, and whenever it has no more. */
const readBits: (next: () => Uint8Array) => BitReader = untypedReader;
const decoder: Decoder = untypedDecoder;

/** What a block's size is counted in, and what its compressed form may have beyond its size. */
const UNIT = 100_000;
const SLACK = 25_000;

/**
 * The content of a bzip2 file, block by block: each is unpacked once the one before it has been taken, for few bytes can
 * be 46 MB. (The library's own stream unpacks all that it has at the end, a megabyte of such blocks.)
 */
export async function* bunzip2(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const blocks = makeBlocks();
  for await (const chunk of source) {
    blocks.add(chunk);
    while (blocks.hasWhole()) yield* blocks.next();
  }
  while (blocks.hasMore()) yield* blocks.next();
  if (blocks.isWithin()) throw new Error('the content ends early');
}

interface Blocks {
  readonly add: (chunk: Uint8Array) => void;
  /** Whether what is there holds the next block to its end. */
  readonly hasWhole: () => boolean;
  readonly hasMore: () => boolean;
  /** Whether a stream has begun, of which a file may have several, and has not ended. */
  readonly isWithin: () => boolean;
  /** Reads a block, or what is before and behind them, of which nothing comes. */
  readonly next: () => readonly Uint8Array[];
}

function makeBlocks(): Blocks {
  const waiting: Uint8Array[] = [];
  let received = 0;
  let bits: BitReader | undefined;
  /** Of the stream, in units; 0 where none has begun. */
  let size = 0;
  let checksum = 0;
  const take = (): Uint8Array => {
    const chunk = waiting.shift();
    if (chunk === undefined) throw new Error('the content ends early');
    return chunk;
  };
  const left = (): number => received - (bits?.bytesRead ?? 0);
  return {
    add: (chunk) => {
      // The library takes an empty one for bytes.
      if (chunk.length === 0) return;
      waiting.push(chunk);
      received += chunk.length;
    },
    hasWhole: () => left() >= SLACK + UNIT * size,
    hasMore: () => left() > 0,
    isWithin: () => size > 0,
    next: () => {
      bits ??= readBits(take);
      if (size === 0) {
        [size, checksum] = [decoder.header(bits), 0];
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
