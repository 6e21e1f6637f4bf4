import { Decompress } from 'fzstd';
import { PassThrough, pipeline, Readable, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import unbzip2 from 'unbzip2-stream';
import { XzReadableStream } from 'xz-decompress';
import type { Format } from './format.ts';

/** How a stream can be compressed. */
export type Compression = Exclude<Format, 'zip' | 'tar'>;

/** The content of a compressed stream; broken content is an error of the stream. */
export function decompress(source: Readable, compression: Compression): Readable {
  switch (compression) {
    case 'gzip':
      return piped(source, createGunzip());
    case 'bzip2':
      return bunzip2(source);
    case 'xz':
      return Readable.fromWeb(new XzReadableStream(Readable.toWeb(source)));
    case 'zstd':
      return piped(source, unzstd());
  }
}

function piped(source: Readable, transform: Transform): Readable {
  // Its reader hears of every failure.
  pipeline(source, transform, () => undefined);
  return transform;
}

/** An old kind of stream, which knows neither `destroy` nor `pipeline`. */
function bunzip2(source: Readable): Readable {
  const content = new PassThrough();
  const fail = (error: Error): void => void content.destroy(error);
  source.on('error', fail);
  source.pipe(unbzip2()).on('error', fail).pipe(content);
  return content;
}

function unzstd(): Transform {
  const decoder = new Decompress();
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      attempt(() => {
        decoder.ondata = (data) => void this.push(data);
        decoder.push(chunk);
      }, done);
    },
    flush(done) {
      attempt(() => {
        decoder.ondata = (data) => void this.push(data);
        decoder.push(new Uint8Array(), true);
      }, done);
    },
  });
}

function attempt(work: () => void, done: (error?: Error) => void): void {
  try {
    work();
    done();
  } catch (error) {
    done(error instanceof Error ? error : new Error('the content is broken'));
  }
}
