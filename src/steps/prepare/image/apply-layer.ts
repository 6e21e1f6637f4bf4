import { Readable } from 'node:stream';
import { decompress } from '../archive/decompress.ts';
import { entryPath, type EntryPath } from '../archive/entry-path.ts';
import { tarMembers, writeMember } from '../archive/extract-tar.ts';
import { FORMAT_BYTES, formatOf } from '../archive/format.ts';
import type { Tree } from '../archive/tree.ts';
import { PrepareError } from '../prepare-error.ts';

/** Names that take away what lower layers have (OCI image specification, layer.md, "Whiteouts"). */
const WHITEOUT = '.wh.';
const OPAQUE = '.wh..wh..opq';

/** Unpacks a layer over those before it, which are in the directory that the tree writes. */
export async function applyLayer(blob: Readable, tree: Tree): Promise<void> {
  try {
    await applyMembers(blob, tree);
  } finally {
    // What is not read to its end would keep its connection, and with it the process.
    blob.destroy();
  }
}

async function applyMembers(blob: Readable, tree: Tree): Promise<void> {
  /** What this layer has: whiteouts are for lower ones. */
  const own = new Set<string>();
  for await (const member of tarMembers(await plain(blob))) {
    const at = entryPath(member.header.name, 0);
    if (at === undefined) continue;
    const parent = at.slice(0, -1);
    const name = at.at(-1) ?? '';
    if (name === OPAQUE) await removeLower(tree, parent, own);
    else if (name.startsWith(WHITEOUT)) {
      const hidden = name.slice(WHITEOUT.length);
      if (hidden === '' || hidden === '.' || hidden === '..')
        throw new PrepareError('ArchiveInvalid', 'a layer of the source image has a whiteout of nothing');
      await removeOne(tree, [...parent, hidden], own);
    } else {
      await writeMember(tree, at, member, 0);
      at.forEach((_, length) => own.add(at.slice(0, length + 1).join('/')));
    }
  }
}

/** What this layer has stays, and of a directory what this layer has in it. */
async function removeOne(tree: Tree, at: EntryPath, own: ReadonlySet<string>): Promise<void> {
  if (!own.has(at.join('/'))) await tree.remove(at);
  else if (tree.isDirectory(at)) await removeLower(tree, at, own);
}

async function removeLower(tree: Tree, at: EntryPath, own: ReadonlySet<string>): Promise<void> {
  for (const name of await tree.namesIn(at)) await removeOne(tree, [...at, name], own);
}

/** The layer's tar, by what its first bytes say: media types are not always true. */
async function plain(blob: Readable): Promise<Readable> {
  const chunks = (blob as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  let start = Buffer.alloc(0);
  while (start.length < FORMAT_BYTES) {
    const { value, done } = await chunks.next();
    if (done === true) break;
    start = Buffer.concat([start, value]);
  }
  const whole = Readable.from(continued(start, chunks), { objectMode: false });
  const format = formatOf(start);
  if (format === 'gzip' || format === 'zstd') return decompress(whole, format);
  if (format === 'tar') return whole;
  throw new PrepareError('ArchiveInvalid', 'a layer of the source image is no tar, neither plain nor by gzip or zstd');
}

async function* continued(start: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield start;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}
