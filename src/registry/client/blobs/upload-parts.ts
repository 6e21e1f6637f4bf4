import type { Readable } from 'node:stream';
import { nonRetryable } from '../../../http/retries.ts';
import { bytesBody, type RequestBody } from '../transport/http-request.ts';

/**
 * The source of an upload: bytes in memory, a function that opens a stream at a byte offset, or a stream that can be
 * read only once. Of such a stream one part is kept in memory until the registry has it.
 */
export type BlobSource = Uint8Array | Readable | ((offset: number) => Readable);

/** The source, split into request bodies. */
export interface UploadParts {
  /**
   * Returns the part at an offset, which is never empty. For a stream, the offset must be the start of the current part
   * or its end.
   */
  readonly part: (offset: number) => Promise<RequestBody>;
}

/** The default part size of a stream. */
const DEFAULT_CHUNK_BYTES = 8_388_608;

/**
 * Splits a source into parts of at most `chunkSize` bytes. Without `chunkSize`, sources other than a stream are one
 * part.
 */
export function uploadParts(source: BlobSource, size: number, chunkSize: number | undefined): UploadParts {
  const lengthAt = (offset: number): number => Math.min(size - offset, chunkSize ?? size);
  if (source instanceof Uint8Array) {
    return { part: async (offset) => bytesBody(source.subarray(offset, offset + lengthAt(offset))) };
  }
  if (typeof source === 'function') {
    return {
      part: async (offset) => ({
        length: lengthAt(offset),
        open: () => sourceBytes(source(offset), lengthAt(offset)),
      }),
    };
  }
  return streamParts(source, size, chunkSize ?? DEFAULT_CHUNK_BYTES);
}

/** Yields exactly `length` bytes. Errors of the source are not retried: the source would fail again. */
async function* sourceBytes(stream: Readable, length: number): AsyncGenerator<Uint8Array> {
  let left = length;
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      yield chunk.subarray(0, left);
      left -= chunk.length;
      if (left <= 0) return;
    }
  } catch (error) {
    throw error instanceof Error ? nonRetryable(error) : error;
  }
  throw tooShort(left);
}

function streamParts(stream: Readable, size: number, chunkSize: number): UploadParts {
  const chunks = (stream as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  let start = 0;
  let current: Uint8Array = new Uint8Array();
  let rest: Uint8Array = new Uint8Array();
  const readNextPart = async (): Promise<void> => {
    const wanted = Math.min(chunkSize, size - start);
    const window: Uint8Array[] = [];
    let length = 0;
    while (length < wanted) {
      const chunk = rest.length > 0 ? rest : await nextChunk(chunks, wanted - length);
      window.push(chunk.subarray(0, wanted - length));
      rest = chunk.subarray(wanted - length);
      length += Math.min(chunk.length, wanted - length);
    }
    current = Buffer.concat(window);
  };
  return {
    part: async (offset) => {
      if (offset === start + current.length) {
        start = offset;
        await readNextPart();
      }
      if (offset >= start) return bytesBody(current.subarray(offset - start));
      throw nonRetryable(
        new Error('the registry lost bytes that it had already accepted, and the stream cannot be read again'),
      );
    },
  };
}

async function nextChunk(chunks: AsyncIterator<Uint8Array>, missing: number): Promise<Uint8Array> {
  const { value, done } = await chunks.next();
  if (done === true) throw tooShort(missing);
  return value;
}

function tooShort(missing: number): Error {
  return nonRetryable(new Error(`the source of the upload ends ${missing} bytes early`));
}
