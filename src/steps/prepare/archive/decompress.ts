import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { XzReadableStream } from 'xz-decompress';
import { bunzip2 } from './bunzip2.ts';
import type { Format } from './format.ts';
import { unzstd } from './unzstd.ts';

/** How a stream can be compressed. */
export type Compression = Exclude<Format, 'zip' | 'tar'>;

/** The content of a compressed stream, unpacked as it is read; broken content is an error of the stream. */
export function decompress(source: Readable, compression: Compression): Readable {
  switch (compression) {
    case 'gzip': {
      const content = createGunzip();
      // Its reader hears of every failure.
      pipeline(source, content, () => undefined);
      return content;
    }
    case 'bzip2':
      return Readable.from(bunzip2(source), { objectMode: false });
    case 'xz':
      return Readable.fromWeb(new XzReadableStream(Readable.toWeb(source)));
    case 'zstd':
      return Readable.from(unzstd(source), { objectMode: false });
  }
}
