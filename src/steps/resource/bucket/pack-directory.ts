import { type FileHandle, readdir, readlink } from 'node:fs/promises';
import { bytesOf, type ByteText, shownBytes, toByteText } from '../../../core/model/byte-text.ts';
import { joinPath } from '../../prepare/source/workspace.ts';
import { entryHeader } from '../../../core/oci/pax-header.ts';
import { FIXED_TIME } from '../../../core/oci/tar.ts';
import { BLOCK, type Header, padding } from '../../../core/oci/ustar-header.ts';
import { PrepareError } from '../../../core/model/step-failures/step-error.ts';
import { openBelow } from '../real-directory.ts';

/** Yields a tar of a directory that `requireRealDirectory` accepted. Links stay links. Sockets, pipes and devices are left out. */
export async function* packDirectory(directory: string): AsyncGenerator<Uint8Array> {
  yield* entriesOf(directory, '');
  yield Buffer.alloc(2 * BLOCK);
}

async function* entriesOf(directory: string, prefix: ByteText): AsyncGenerator<Uint8Array> {
  const folder = joinPath(directory, bytesOf(prefix));
  for (const entry of await readdir(folder, { withFileTypes: true, encoding: 'buffer' })) {
    const name = `${prefix}${toByteText(entry.name)}`;
    if (entry.isSymbolicLink())
      yield header({ name, type: '2', mode: 0o777, target: await targetOf(joinPath(directory, bytesOf(name))) });
    else if (entry.isFile()) yield* fileEntry(directory, name);
    else if (entry.isDirectory()) {
      yield header({ name: `${name}/`, type: '5', mode: 0o755 });
      yield* entriesOf(directory, `${name}/`);
    }
  }
}

async function targetOf(link: Buffer): Promise<ByteText> {
  return toByteText(await readlink(link, { encoding: 'buffer' }));
}

async function* fileEntry(directory: string, name: ByteText): AsyncGenerator<Uint8Array> {
  const handle = await openBelow(directory, bytesOf(name));
  try {
    const { size, mode } = await handle.stat();
    yield header({ name, type: '0', mode: mode & 0o777, size });
    yield* contentOf(handle, `${directory}/${shownBytes(name)}`, size);
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
