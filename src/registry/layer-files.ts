import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';

export interface LayerFilesOptions {
  readonly isWanted: (path: string) => boolean;
  /** The most bytes of the unpacked layer. A larger layer is not read. */
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
  let bytes = 0;
  archive.on('entry', ({ name, type }, stream, next) => {
    const isKept = type === 'file' && isWanted(name);
    void collect(stream, (size) => {
      bytes += size;
      if (bytes > maxBytes) throw new Error(`the layer has more than ${maxBytes} bytes`);
      return isKept;
    }).then(
      (content) => {
        if (isKept) files.set(name, content);
        next();
      },
      (error: unknown) => archive.destroy(error instanceof Error ? error : undefined),
    );
  });
  await pipeline(layer, createGunzip(), archive);
  return files;
}

/** Returns the chunks of an entry for which `take` returns true, as one buffer. */
async function collect(stream: AsyncIterable<unknown>, take: (size: number) => boolean): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) {
    if (Buffer.isBuffer(chunk) && take(chunk.length)) chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
