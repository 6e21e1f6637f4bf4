import type { Readable } from 'node:stream';
import { nonRetryable } from '../../../http/retries.ts';
import { bytesBody, type RequestBody } from '../transport/http-request.ts';

/** The source of an upload: bytes in memory, or a function that opens a stream at a byte offset. */
export type BlobSource = Uint8Array | ((offset: number) => Readable);

/** Returns the rest of a source of `size` bytes after an offset, as a request body. */
export function bodyFrom(source: BlobSource, size: number, offset: number): RequestBody {
  if (source instanceof Uint8Array) return bytesBody(source.subarray(offset, size));
  const length = size - offset;
  return { length, open: () => sourceBytes(source(offset), length) };
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
  throw nonRetryable(new Error(`the source of the upload ends ${left} bytes early`));
}
