import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { utf8Of } from '../../core/model/byte-text.ts';
import { gunzip } from './gunzip.ts';
import { readTar } from './tar/read-tar.ts';

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
  await pipeline(layer, gunzip, async (chunks: AsyncIterable<Uint8Array>) => {
    const message = `the layer has more than ${maxBytes} bytes`;
    // The content of sparse files can be larger than the layer.
    const [layerLimit, contentLimit] = [
      { left: maxBytes, message },
      { left: maxBytes, message },
    ];
    for await (const { name, kind, content } of readTar(bounded(chunks, layerLimit))) {
      const path = utf8Of(name);
      if (kind === 'file' && isWanted(path)) files.set(path, await collected(bounded(content, contentLimit)));
    }
  });
  return files;
}

/** Counts all bytes of the archive: a small layer can unpack to any number of headers, without content. */
async function* bounded(
  chunks: AsyncIterable<Uint8Array>,
  limit: { left: number; readonly message: string },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    limit.left -= chunk.length;
    if (limit.left < 0) throw new Error(limit.message);
    yield chunk;
  }
}

async function collected(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}
