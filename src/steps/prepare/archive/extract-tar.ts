import type { Readable } from 'node:stream';
import { extract, type Header } from 'tar-stream';
import { badEntry, entryPath, type EntryPath } from './entry-path.ts';
import type { Tree } from './tree.ts';

/** An entry of a tar. Read its content before requesting the next entry. */
interface TarMember {
  readonly header: Header;
  readonly content: AsyncIterable<Uint8Array>;
}

/** Yields the entries of an uncompressed tar. */
export async function* tarMembers(source: Readable): AsyncGenerator<TarMember> {
  const entries = extract();
  source.on('error', (error) => entries.destroy(error));
  source.pipe(entries);
  try {
    for await (const entry of entries) {
      yield { header: entry.header, content: bytesOf(entry) };
      entry.resume();
    }
  } finally {
    source.destroy();
  }
}

/** The library's streams have no type for their chunks. */
async function* bytesOf(entry: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const chunk of entry) if (chunk instanceof Uint8Array) yield chunk;
}

/** Unpacks an uncompressed tar. */
export async function extractTar(source: Readable, tree: Tree, stripComponents: number): Promise<void> {
  for await (const { header, content } of tarMembers(source)) {
    const at = entryPath(header.name, stripComponents);
    if (at !== undefined) await writeMember(tree, at, { header, content }, stripComponents);
  }
}

/** Writes one entry. Devices and pipes are refused, because a process that runs as root could create them. */
export async function writeMember(
  tree: Tree,
  at: EntryPath,
  { header, content }: TarMember,
  stripComponents: number,
): Promise<void> {
  const { name, type, mode } = header;
  switch (type) {
    case 'directory':
      return tree.directory(at, mode);
    case 'file':
    case 'contiguous-file':
      return tree.file(at, mode, content);
    case 'symlink':
      return tree.symlink(at, targetOf(header));
    case 'link':
      return tree.hardLink(at, entryPath(targetOf(header), stripComponents) ?? []);
    case 'block-device':
    case 'character-device':
    case 'fifo':
      throw badEntry(name, `is a ${type}`);
    default:
      throw badEntry(name, `has the unsupported type ${JSON.stringify(type)}`);
  }
}

/** In spite of its types, the library returns `null` for an empty target. */
function targetOf({ linkname }: Header): string {
  const target: string | null | undefined = linkname;
  return target ?? '';
}
