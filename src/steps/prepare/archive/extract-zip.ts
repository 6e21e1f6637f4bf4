import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { badEntry, entryPath } from './entry-path.ts';
import type { Tree } from './tree.ts';

/** The "version made by" values whose external attributes hold permissions (APPNOTE.TXT 4.4.2). */
const UNIX = [3, 19];
const FAT = [0, 14];

const FILE_TYPE_MASK = 0o170000;
const SYMLINK = 0o120000;

/** Linux PATH_MAX. */
const MAX_TARGET_BYTES = 4096;

/** Unpacks a zip file. */
export async function extractZip(file: string, tree: Tree, stripComponents: number): Promise<void> {
  const zip = await openPromise(file, { autoClose: true });
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName } = entry;
      const at = entryPath(fileName, stripComponents);
      if (at === undefined) continue;
      if (entry.isEncrypted()) throw badEntry(fileName, 'is encrypted');
      const mode = modeOf(entry);
      if (fileName.endsWith('/')) await tree.directory(at, mode);
      else if ((mode & FILE_TYPE_MASK) === SYMLINK)
        await tree.symlink(at, await targetOf(contentOf(zip, entry), fileName));
      else await tree.file(at, mode, contentOf(zip, entry));
    }
  } finally {
    zip.close();
  }
}

/** Opens the stream when it is read, because a stream that fails without an error listener ends the process. */
async function* contentOf(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array, void, undefined> {
  yield* await zip.openReadStreamPromise(entry);
}

/** Files of archivers without permissions become executable, as in kpack (pkg/archive, `isFatFile`). */
function modeOf({ versionMadeBy, externalFileAttributes, fileName }: Entry): number {
  const maker = versionMadeBy >>> 8;
  if (UNIX.includes(maker)) return externalFileAttributes >>> 16;
  return FAT.includes(maker) || fileName.endsWith('/') ? 0o777 : 0o666;
}

async function targetOf(content: AsyncIterable<Uint8Array>, name: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of content) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > MAX_TARGET_BYTES)
      throw badEntry(name, `is a symlink whose target is longer than ${MAX_TARGET_BYTES} bytes`);
  }
  return Buffer.concat(chunks).toString();
}
