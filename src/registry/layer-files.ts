import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';

export interface LayerFilesOptions {
  readonly isWanted: (path: string) => boolean;
  /** The most bytes of the unpacked layer. A larger layer is refused. */
  readonly maxBytes: number;
}

/**
 * Returns the wanted files of a compressed layer by path. Rejects with an `Error` if the layer is too large or is not an archive,
 * and with the error of the stream.
 */
export async function layerFiles(
  layer: Readable,
  { isWanted, maxBytes }: LayerFilesOptions,
): Promise<ReadonlyMap<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const archive = extract();
  archive.on('entry', ({ name, type }, stream, next) => {
    const isKept = type === 'file' && isWanted(name);
    void collect(stream, isKept).then(
      (content) => {
        if (isKept) files.set(name, content);
        next();
      },
      (error: unknown) => archive.destroy(error instanceof Error ? error : undefined),
    );
  });
  await pipeline(layer, createGunzip(), (chunks: AsyncIterable<Buffer>) => bounded(chunks, maxBytes), archive);
  return files;
}

/** Counts all bytes of the archive: a small layer can unpack to any number of headers, without content. */
async function* bounded(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error(`the layer has more than ${maxBytes} bytes`);
    yield chunk;
  }
}

/** Returns the content of an entry if it is kept, and skips it otherwise. */
async function collect(stream: AsyncIterable<unknown>, isKept: boolean): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) {
    if (isKept && Buffer.isBuffer(chunk)) chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
