import { readTar, type TarMember } from '../../../clients/registry/tar/read-tar.ts';
import { TarError } from '../../../clients/registry/tar/tar-error.ts';
import { PrepareError } from '../../../core/model/step-failures/step-error.ts';
import { badEntry, entryPath, type EntryPath } from './entry-path.ts';
import type { Tree } from './tree.ts';

/** Yields the entries of an uncompressed tar. Rejects with `ArchiveInvalid` if the tar cannot be read, or with the stream's error. */
export async function* tarMembers(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarMember> {
  try {
    yield* readTar(source);
  } catch (error) {
    throw error instanceof TarError ? new PrepareError('ArchiveInvalid', error.message, error) : error;
  }
}

/** Unpacks an uncompressed tar. */
export async function extractTar(
  source: AsyncIterable<Uint8Array>,
  tree: Tree,
  stripComponents: number,
): Promise<void> {
  for await (const member of tarMembers(source)) {
    const at = entryPath(member.name, stripComponents);
    if (at !== undefined) await writeMember(tree, at, member, stripComponents);
  }
}

/** Writes one entry. Devices and pipes are refused, because a process that runs as root could create them. */
export async function writeMember(
  tree: Tree,
  at: EntryPath,
  { name, kind, target, mode, content }: TarMember,
  stripComponents: number,
): Promise<void> {
  switch (kind) {
    case 'directory':
      return tree.directory(at, mode);
    case 'file':
      return tree.file(at, mode, content);
    case 'symlink':
      return tree.symlink(at, target);
    case 'link':
      return tree.hardLink(at, entryPath(target, stripComponents) ?? []);
    case 'block-device':
    case 'character-device':
    case 'fifo':
      throw badEntry(name, `is a ${kind}`);
  }
}
