import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { badEntry, entryPath } from './entry-path.ts';
import type { Tree } from './tree.ts';

/** What made an entry (APPNOTE.TXT 4.4.2), as far as its permissions can be read. */
const UNIX = [3, 19];
const FAT = [0, 14];

const KIND = 0o170000;
const LINK = 0o120000;

/** What a link's target may be long. */
const LONGEST_TARGET = 4096;

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
      else if ((mode & KIND) === LINK) await tree.symlink(at, await targetOf(contentOf(zip, entry), fileName));
      else await tree.file(at, mode, contentOf(zip, entry));
    }
  } finally {
    zip.close();
  }
}

/** Opened once it is read: a stream that fails while nobody listens to it ends the process. */
async function* contentOf(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array, void, undefined> {
  yield* await zip.openReadStreamPromise(entry);
}

/** Everything may be run where the archiver knew no permissions, as kpack has it (pkg/archive, `isFatFile`). */
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
    if (length > LONGEST_TARGET) throw badEntry(name, 'is a link with a target that is too long');
  }
  return Buffer.concat(chunks).toString();
}
