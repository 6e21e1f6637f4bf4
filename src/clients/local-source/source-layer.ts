import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Layer } from '../../core/oci/layer.ts';
import { entryHeader } from '../../core/oci/pax-header.ts';
import { FIXED_TIME } from '../../core/oci/tar.ts';
import { BLOCK, padding, type Header } from '../../core/oci/ustar-header.ts';
import { type LocalFile, shownPlace } from './local-files.ts';

/** A layer whose bytes are in a file. */
export interface SourceLayer {
  readonly layer: Layer;
  /** Returns the bytes of the layer from an offset on. */
  readonly read: (offset: number) => Readable;
  readonly close: () => Promise<void>;
}

/** A file that changed while it was read. Its message names the file. */
export class ChangedFileError extends Error {
  override readonly name = 'ChangedFileError';
}

/**
 * Writes a layer of the files into a temporary file, because a source can be larger than the memory. The tar depends only on
 * names, permissions and contents, so the same source has the same digest (kpack-cli, pkg/archive/tar.go). Rejects with
 * `ChangedFileError`, or with the error of reading a file.
 */
export async function sourceLayer(files: readonly LocalFile[], temporary: string): Promise<SourceLayer> {
  const folder = await mkdtemp(path.join(temporary, 'taskpack-source-'));
  const file = await open(path.join(folder, 'layer'), 'wx+', 0o600);
  // The open file needs no name. Without one, nothing is left behind if the process is killed.
  await rm(folder, { recursive: true, force: true });
  try {
    return { ...(await writeLayer(files, file)), close: async () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function writeLayer(files: readonly LocalFile[], file: FileHandle): Promise<Omit<SourceLayer, 'close'>> {
  const [uncompressed, compressed] = [createHash('sha256'), createHash('sha256')];
  await pipeline(
    Readable.from(hashed(tarOf(files), uncompressed)),
    createGzip(),
    async (bytes: AsyncIterable<Uint8Array>) => {
      // A write to an open file continues where the last one ended.
      for await (const chunk of hashed(bytes, compressed)) await file.writeFile(chunk);
    },
  );
  const { size } = await file.stat();
  return {
    layer: { diffId: `sha256:${uncompressed.digest('hex')}`, digest: `sha256:${compressed.digest('hex')}`, size },
    read: (offset) => Readable.from(bytesFrom(file, offset)),
  };
}

const CHUNK_BYTES = 65_536;

/** A stream of `FileHandle` would close the file, which is read again after a broken upload. */
async function* bytesFrom(file: FileHandle, offset: number): AsyncGenerator<Uint8Array> {
  for (let position = offset; ;) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, position);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
  }
}

async function* hashed(bytes: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}

async function* tarOf(files: readonly LocalFile[]): AsyncGenerator<Uint8Array> {
  for (const file of files) {
    yield entryHeader(headerOf(file));
    if (file.entry.kind === 'file') yield* contentOf(file, file.entry.size);
  }
  yield Buffer.alloc(2 * BLOCK);
}

const TYPES = { file: '0', symlink: '2', directory: '5' } as const;

function headerOf({ path: name, mode, entry }: LocalFile): Header {
  return {
    name,
    mode,
    uid: 0,
    gid: 0,
    size: entry.kind === 'file' ? entry.size : 0,
    mtime: FIXED_TIME,
    type: TYPES[entry.kind],
    ...(entry.kind === 'symlink' && { target: entry.target }),
  };
}

/** The header with the size is already written, so a file of another size would damage the archive. */
async function* contentOf({ place }: LocalFile, size: number): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const chunk of createReadStream(place) as AsyncIterable<Buffer>) {
    read += chunk.length;
    if (read > size) break;
    yield chunk;
  }
  if (read !== size)
    throw new ChangedFileError(`${shownPlace(place)}: the file has changed while it was read; try again`);
  yield padding(size);
}
