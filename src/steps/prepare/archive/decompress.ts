import { Decompress } from 'fzstd';
import { Readable } from 'node:stream';
import { XzReadableStream } from 'xz-decompress';
import { gunzip } from '../../../clients/registry/gunzip.ts';
import { bunzip2 } from './bunzip2.ts';
import type { Format } from './format.ts';

type Compression = Exclude<Format, 'zip' | 'tar'>;

/** Decompresses a stream while it is read. Invalid content is an error of the returned stream. */
export function decompress(source: Readable, compression: Compression): Readable {
  switch (compression) {
    case 'gzip':
      return Readable.from(gunzip(source), { objectMode: false });
    case 'bzip2':
      return Readable.from(bunzip2(source), { objectMode: false });
    case 'xz':
      return Readable.from(unxz(source), { objectMode: false });
    case 'zstd':
      return Readable.from(unzstd(source), { objectMode: false });
  }
}

/** The library's code for a filter or check that it does not have (xz-embedded, `XZ_OPTIONS_ERROR`). */
const XZ_OPTIONS = /error code 6$/;

async function* unxz(source: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* Readable.fromWeb(new XzReadableStream(Readable.toWeb(source))) as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (!(error instanceof Error && XZ_OPTIONS.test(error.message))) throw error;
    throw new Error('it has a filter or check that is not supported: compress it with the default options of xz', {
      cause: error,
    });
  }
}

/** The library decompresses a whole chunk at once, and four bytes can decompress to 2 MB. */
const PIECE_BYTES = 64;

/** Decompresses a zstd file while it is read. At most 32 MB of content are buffered. */
async function* unzstd(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const waiting: Uint8Array[] = [];
  const decoder = new Decompress((data) => void waiting.push(data));
  for await (const chunk of source) {
    for (let start = 0; start < chunk.length; start += PIECE_BYTES) {
      decoder.push(chunk.subarray(start, start + PIECE_BYTES));
      if (waiting.length > 0) yield* waiting.splice(0);
    }
  }
  decoder.push(new Uint8Array(), true);
  yield* waiting;
}
