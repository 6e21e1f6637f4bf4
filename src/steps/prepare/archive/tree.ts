import { constants } from 'node:fs';
import { chmod, copyFile, lstat, open, symlink, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Budget } from './budget.ts';
import { badEntry, type EntryPath } from './entry-path.ts';
import { leadsOut } from './leads-out.ts';
import { makePlaces, type Places } from './places.ts';

/** A directory that is written entry by entry, by an archive that nobody trusts. */
export interface Tree {
  readonly directory: (at: EntryPath, mode: number) => Promise<void>;
  readonly file: (at: EntryPath, mode: number, content: AsyncIterable<Uint8Array>) => Promise<void>;
  readonly symlink: (at: EntryPath, target: string) => Promise<void>;
  /** A copy of a file that is there already. */
  readonly hardLink: (at: EntryPath, target: EntryPath) => Promise<void>;
  readonly isDirectory: (at: EntryPath) => boolean;
  /** What lies behind a link is refused; where nothing is, nothing is done. */
  readonly remove: (at: EntryPath) => Promise<void>;
  /** The names in a directory, by the same rules. */
  readonly namesIn: (at: EntryPath) => Promise<readonly string[]>;
  /** To be called at the end: a link that leads out only together with others is found here. */
  readonly finish: () => Promise<void>;
}

/** The permissions that there can be: never set-user-ID and alike, and no writing by others, as under the umask 022. */
const PERMISSIONS = 0o755;

/** What a directory has of the one that it is in, below a volume's: all belong to the volume's group, and the image says so. */
const INHERITED = 0o2000;

const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** Writes into an existing directory. */
export function makeTree(root: string, budget: Budget): Tree {
  const places = makePlaces(root, budget);
  const links = new Map<string, EntryPath>();
  return {
    isDirectory: places.isDirectory,
    remove: places.remove,
    namesIn: places.namesIn,
    directory: async (at, mode) => {
      await places.makeDirectory(at);
      const { mode: made } = await lstat(places.absolute(at));
      await chmod(places.absolute(at), (made & INHERITED) | (mode & PERMISSIONS) | 0o700);
    },
    file: async (at, mode, content) => {
      const file = await places.make(at, async (name) => open(name, NEW_FILE, 0o600));
      await fill(file, (mode & PERMISSIONS) | 0o400, content, budget);
    },
    symlink: async (at, target) => {
      if (path.isAbsolute(target)) throw badEntry(at.join('/'), `is a link to ${target}, outside of the archive`);
      await places.make(at, async (name) => symlink(target, name));
      links.set(at.join('/'), at);
    },
    hardLink: async (at, target) => copyTo(places, at, target, budget),
    finish: async () => {
      for (const [name, at] of links) {
        if (await leadsOut(root, at)) throw badEntry(name, 'is a link that leads out of the archive');
      }
    },
  };
}

async function copyTo(places: Places, at: EntryPath, target: EntryPath, budget: Budget): Promise<void> {
  const source = places.absolute(target);
  const isInside = places.isDirectory(target.slice(0, -1));
  const original = isInside ? await lstat(source).catch(() => undefined) : undefined;
  if (original?.isFile() !== true) throw badEntry(at.join('/'), `is a hard link to ${target.join('/')}, no file here`);
  // A link to itself would be removed to make room for it.
  if (at.join('/') === target.join('/')) return;
  budget.spendBytes(original.size);
  await places.make(at, async (name) => copyFile(source, name, constants.COPYFILE_EXCL));
  await chmod(places.absolute(at), original.mode & PERMISSIONS);
}

async function fill(file: FileHandle, mode: number, content: AsyncIterable<Uint8Array>, budget: Budget): Promise<void> {
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
