import { constants } from 'node:fs';
import { type FileHandle, open, readdir, readlink } from 'node:fs/promises';
import path from 'node:path';
import { entryHeader } from '../../../registry/tar/pax-header.ts';
import { FIXED_TIME } from '../../../registry/tar/tar.ts';
import { BLOCK, type Header, padding } from '../../../registry/tar/ustar-header.ts';
import { PrepareError } from '../../step-error.ts';

/** Yields a tar of a directory. Links stay links. Sockets, pipes and devices are left out. */
export async function* packDirectory(directory: string): AsyncGenerator<Uint8Array> {
  yield* entriesOf(directory, '');
  yield Buffer.alloc(2 * BLOCK);
}

async function* entriesOf(directory: string, prefix: string): AsyncGenerator<Uint8Array> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const file = path.join(directory, entry.name);
    const name = `${prefix}${entry.name}`;
    if (entry.isSymbolicLink()) yield header({ name, type: '2', mode: 0o777, target: await readlink(file) });
    else if (entry.isFile()) yield* fileEntry(file, name);
    else if (entry.isDirectory()) {
      yield header({ name: `${name}/`, type: '5', mode: 0o755 });
      yield* entriesOf(file, `${name}/`);
    }
  }
}

async function* fileEntry(file: string, name: string): AsyncGenerator<Uint8Array> {
  // A pipe without a writer must not block.
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const { size, mode } = await handle.stat();
    yield header({ name, type: '0', mode: mode & 0o777, size });
    yield* contentOf(handle, file, size);
    yield padding(size);
  } finally {
    await handle.close();
  }
}

/** The header with the size is already written, so a file of another size would damage the archive. */
async function* contentOf(handle: FileHandle, file: string, size: number): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const chunk of handle.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) {
    read += chunk.length;
    if (read > size) break;
    yield chunk;
  }
  if (read === size) return;
  throw new PrepareError(
    'PrepareFailed',
    `${file} changed while it was read: let no process write to it after the steps`,
  );
}

type Fields = Pick<Header, 'name' | 'type' | 'mode'> & Partial<Pick<Header, 'size' | 'target'>>;

function header(fields: Fields): Uint8Array {
  return entryHeader({ uid: 0, gid: 0, size: 0, mtime: FIXED_TIME, ...fields });
}
