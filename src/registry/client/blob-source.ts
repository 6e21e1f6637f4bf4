import type { Readable } from 'node:stream';
import { final } from '../../http/retries.ts';
import { bytesBody, type RequestBody } from './http-request.ts';

/**
 * Where the bytes of an upload come from: memory; something that can be opened at any offset, in bytes; or a stream,
 * of which one chunk at a time is kept until the registry has it, because it can be read only once.
 */
export type BlobSource = Uint8Array | Readable | ((offset: number) => Readable);

/** The source, cut into the bodies of requests. */
export interface Parts {
  /** The part that begins at an offset: of a stream the same as before, or the next. Never empty. */
  readonly part: (offset: number) => Promise<RequestBody>;
}

/** Of a stream, where none is set. */
const DEFAULT_CHUNK = 8_388_608;

/** Cuts a source of a size into parts of at most `chunkSize` bytes; into one where that is not set and can be done. */
export function partsOf(source: BlobSource, size: number, chunkSize: number | undefined): Parts {
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
  return streamParts(source, size, chunkSize ?? DEFAULT_CHUNK);
}

/** As many bytes as the request has. What fails here is the source; sending it again would not help. */
async function* sourceBytes(stream: Readable, length: number): AsyncGenerator<Uint8Array> {
  let left = length;
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      yield chunk.subarray(0, left);
      left -= chunk.length;
      if (left <= 0) return;
    }
  } catch (error) {
    throw error instanceof Error ? final(error) : error;
  }
  throw tooShort(left);
}

function streamParts(stream: Readable, size: number, chunkSize: number): Parts {
  const chunks = (stream as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  let start = 0;
  let kept: Uint8Array = new Uint8Array();
  let rest: Uint8Array = new Uint8Array();
  const readOn = async (): Promise<void> => {
    const wanted = Math.min(chunkSize, size - start);
    const window: Uint8Array[] = [];
    let length = 0;
    while (length < wanted) {
      const chunk = rest.length > 0 ? rest : await nextChunk(chunks, wanted - length);
      window.push(chunk.subarray(0, wanted - length));
      rest = chunk.subarray(wanted - length);
      length += Math.min(chunk.length, wanted - length);
    }
    kept = Buffer.concat(window);
  };
  return {
    part: async (offset) => {
      if (offset === start + kept.length) {
        start = offset;
        await readOn();
      }
      if (offset >= start) return bytesBody(kept.subarray(offset - start));
      throw final(new Error('the registry lost bytes of a stream that it had already taken'));
    },
  };
}

async function nextChunk(chunks: AsyncIterator<Uint8Array>, missing: number): Promise<Uint8Array> {
  const { value, done } = await chunks.next();
  if (done === true) throw tooShort(missing);
  return value;
}

function tooShort(missing: number): Error {
  return final(new Error(`the source of the upload ends ${missing} bytes too early`));
}
