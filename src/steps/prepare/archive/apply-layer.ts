import { Readable } from 'node:stream';
import { PrepareError } from '../../../core/model/step-failures/step-error.ts';
import { decompress } from './decompress.ts';
import { entryPath, type EntryPath } from './entry-path.ts';
import { tarMembers, writeMember } from './extract-tar.ts';
import { FORMAT_BYTES, formatOf } from './format.ts';
import type { Tree } from './tree.ts';

/** File names that delete files of lower layers (OCI image-spec, layer.md, "Whiteouts"). */
const WHITEOUT = '.wh.';
const OPAQUE = '.wh..wh..opq';

/** Unpacks a layer over the lower layers in the tree. */
export async function applyLayer(blob: Readable, tree: Tree): Promise<void> {
  try {
    await applyMembers(blob, tree);
  } finally {
    // An unread response body keeps its connection open, and the process alive.
    blob.destroy();
  }
}

async function applyMembers(blob: Readable, tree: Tree): Promise<void> {
  /** The paths of this layer. Whiteouts delete only paths of lower layers. */
  const own = new Set<string>();
  for await (const member of tarMembers(await decompressedLayer(blob))) {
    const at = entryPath(member.name, 0);
    if (at === undefined) continue;
    const parent = at.slice(0, -1);
    const name = at.at(-1) ?? '';
    if (name === OPAQUE) await removeLower(tree, parent, own);
    else if (name.startsWith(WHITEOUT)) {
      const hidden = name.slice(WHITEOUT.length);
      if (hidden === '' || hidden === '.' || hidden === '..')
        throw new PrepareError(
          'ArchiveInvalid',
          'a layer of the source image has a whiteout without a file name: rebuild the image',
        );
      await removeOne(tree, [...parent, hidden], own);
    } else {
      await writeMember(tree, at, member, 0);
      at.forEach((_, length) => own.add(at.slice(0, length + 1).join('/')));
    }
  }
}

/** Keeps the paths of this layer. */
async function removeOne(tree: Tree, at: EntryPath, own: ReadonlySet<string>): Promise<void> {
  if (!own.has(at.join('/'))) await tree.remove(at);
  else if (tree.isDirectory(at)) await removeLower(tree, at, own);
}

async function removeLower(tree: Tree, at: EntryPath, own: ReadonlySet<string>): Promise<void> {
  for (const name of await tree.namesIn(at)) await removeOne(tree, [...at, name], own);
}

/** Returns the decompressed layer. Detects the compression from the first bytes, because media types can be wrong. */
async function decompressedLayer(blob: Readable): Promise<Readable> {
  const chunks = (blob as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  let start = Buffer.alloc(0);
  while (start.length < FORMAT_BYTES) {
    const { value, done } = await chunks.next();
    if (done === true) break;
    start = Buffer.concat([start, value]);
  }
  const whole = Readable.from(concatenated(start, chunks), { objectMode: false });
  const format = formatOf(start);
  if (format === 'gzip' || format === 'zstd') return decompress(whole, format);
  if (format === 'tar') return whole;
  throw new PrepareError(
    'ArchiveInvalid',
    'a layer of the source image is not a tar, plain or compressed with gzip or zstd: rebuild the image',
  );
}

async function* concatenated(start: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield start;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}
