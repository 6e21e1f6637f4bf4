import { constants } from 'node:fs';
import { chmod, copyFile, type FileHandle, lstat, open, readlink, symlink } from 'node:fs/promises';
import { bytesOf, type ByteText, shownBytes, toByteText } from '../../../core/model/byte-text.ts';
import type { Budget } from '../source/budget.ts';
import { badEntry, type EntryPath } from './entry-path.ts';
import { makePlaces, type Places } from './places.ts';

/** Writes the entries of an untrusted archive into a directory. */
export interface Tree {
  readonly directory: (at: EntryPath, mode: number) => Promise<void>;
  readonly file: (at: EntryPath, mode: number, content: AsyncIterable<Uint8Array>) => Promise<void>;
  readonly symlink: (at: EntryPath, target: ByteText) => Promise<void>;
  /** Copies an existing file or symlink. */
  readonly hardLink: (at: EntryPath, target: EntryPath) => Promise<void>;
  readonly isDirectory: (at: EntryPath) => boolean;
  /** Removes an entry if it exists. A path through a symlink is refused. */
  readonly remove: (at: EntryPath) => Promise<void>;
  /** Returns the names in a directory. A path through a symlink is refused. */
  readonly namesIn: (at: EntryPath) => Promise<readonly ByteText[]>;
  /** Checks all symlinks at the end, because several symlinks together can lead out of the archive. */
  readonly finish: () => Promise<void>;
}

/** The permissions that entries can have under the umask 022. Set-user-ID and similar bits are dropped. */
const PERMISSIONS = 0o755;

/** Directories of a volume with an fsGroup inherit set-group-ID. The bit is kept, because the image records it. */
const SET_GROUP_ID = 0o2000;

const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** Returns a tree for an existing empty directory. */
export function makeTree(root: string, budget: Budget): Tree {
  const places = makePlaces(root, budget);
  const links = new Map<string, EntryPath>();
  const addSymlink = async (at: EntryPath, target: ByteText): Promise<void> => {
    await places.make(at, async (name) => symlink(bytesOf(target), name));
    links.set(at.join('/'), at);
  };
  return {
    isDirectory: places.isDirectory,
    remove: places.remove,
    namesIn: places.namesIn,
    directory: async (at, mode) => {
      await places.makeDirectory(at);
      const { mode: made } = await lstat(places.absolute(at));
      await chmod(places.absolute(at), (made & SET_GROUP_ID) | (mode & PERMISSIONS) | 0o700);
    },
    file: async (at, mode, content) => {
      const file = await places.make(at, async (name) => open(name, NEW_FILE, 0o600));
      await writeContent(file, (mode & PERMISSIONS) | 0o400, content, budget);
    },
    symlink: async (at, target) => {
      if (target.startsWith('/'))
        throw badEntry(at.join('/'), `is a symlink to ${shownBytes(target)}, which is outside of the archive`);
      if (target === '' || target.includes('\0'))
        throw badEntry(at.join('/'), 'is a symlink whose target is empty or has a NUL character');
      await addSymlink(at, target);
    },
    hardLink: async (at, target) => {
      // Two names can be hard links to one symlink, as `cp -al` makes them.
      const link = places.isDirectory(target.slice(0, -1)) ? await targetOf(places.absolute(target)) : undefined;
      if (link === undefined) return copyEntry(places, at, target, budget);
      if (at.join('/') !== target.join('/')) await addSymlink(at, link);
    },
    finish: async () => {
      for (const [name, at] of links) {
        if (await leadsOut(root, at)) throw badEntry(name, 'is a symlink that leads out of the archive');
      }
    },
  };
}

async function copyEntry(places: Places, at: EntryPath, target: EntryPath, budget: Budget): Promise<void> {
  const source = places.absolute(target);
  const isInside = places.isDirectory(target.slice(0, -1));
  const original = isInside ? await lstat(source).catch(() => undefined) : undefined;
  if (original?.isFile() !== true)
    throw badEntry(
      at.join('/'),
      `is a hard link to ${shownBytes(target.join('/'))}, which is not an earlier file of the archive`,
    );
  // A hard link to itself would first remove its target.
  if (at.join('/') === target.join('/')) return;
  budget.spendBytes(original.size);
  await places.make(at, async (name) => copyFile(source, name, constants.COPYFILE_EXCL));
  await chmod(places.absolute(at), original.mode & PERMISSIONS);
}

async function writeContent(
  file: FileHandle,
  mode: number,
  content: AsyncIterable<Uint8Array>,
  budget: Budget,
): Promise<void> {
  try {
    for await (const chunk of content) {
      budget.spendBytes(chunk.length);
      await file.writeFile(chunk);
    }
    await file.chmod(mode);
  } finally {
    await file.close();
  }
}

/** Linux follows at most 40 symlinks in a path (path_resolution(7)). */
const MAX_SYMLINKS = 40;

/** True if a path leads above the root when its symlinks are followed. A dangling symlink does not. */
async function leadsOut(root: string, at: EntryPath): Promise<boolean> {
  const start = toByteText(root);
  const here: ByteText[] = [];
  let rest = [...at];
  let followed = 0;
  for (let part = rest.shift(); part !== undefined; part = rest.shift()) {
    if (part === '' || part === '.') continue;
    if (part === '..') {
      if (here.pop() === undefined) return true;
      continue;
    }
    const target = await targetOf(bytesOf([start, ...here, part].join('/')));
    if (target === undefined) here.push(part);
    else if (target.startsWith('/')) return true;
    else {
      followed += 1;
      if (followed > MAX_SYMLINKS) return false;
      rest = [...target.split('/'), ...rest];
    }
  }
  return false;
}

/** Returns the target of a symlink, and `undefined` for everything else. */
async function targetOf(name: Buffer): Promise<ByteText | undefined> {
  return readlink(name, { encoding: 'buffer' }).then(toByteText, () => undefined);
}
