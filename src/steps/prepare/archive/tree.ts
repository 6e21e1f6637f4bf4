import { constants } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, open, rm, symlink, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../../../http/error-code.ts';
import type { Budget } from './budget.ts';
import { badEntry, type EntryPath } from './entry-path.ts';
import { leadsOut } from './leads-out.ts';

/**
 * A directory that is written entry by entry, by an archive that nobody trusts. Everything is made anew in directories
 * that are no links, so that nothing is ever written through a link; a later entry takes the place of an earlier one.
 */
export interface Tree {
  readonly directory: (at: EntryPath, mode: number) => Promise<void>;
  readonly file: (at: EntryPath, mode: number, content: AsyncIterable<Uint8Array>) => Promise<void>;
  readonly symlink: (at: EntryPath, target: string) => Promise<void>;
  /** A copy of a file that is there already. */
  readonly hardLink: (at: EntryPath, target: EntryPath) => Promise<void>;
  readonly remove: (at: EntryPath) => Promise<void>;
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
  const links = new Map<string, EntryPath>();
  const real = new Set<string>(['']);
  const absolute = (at: EntryPath): string => path.join(root, ...at);

  const remove = async (at: EntryPath): Promise<void> => {
    await rm(absolute(at), { recursive: true, force: true });
    const key = at.join('/');
    if (!real.has(key)) return;
    for (const known of real) if (known === key || known.startsWith(`${key}/`)) real.delete(known);
  };
  const enter = async (at: EntryPath, whole: EntryPath): Promise<void> => {
    for (let length = 1; length <= at.length; length += 1) {
      const place = at.slice(0, length);
      if (real.has(place.join('/'))) continue;
      if (!(await makeDirectory(absolute(place), whole))) {
        throw badEntry(whole.join('/'), `lies behind ${JSON.stringify(place.join('/'))}, which is no directory`);
      }
      real.add(place.join('/'));
    }
  };
  const place = async <T>(at: EntryPath, make: (name: string) => Promise<T>): Promise<T> => {
    budget.spendEntry();
    await enter(at.slice(0, -1), at);
    return unlessThere(
      async () => make(absolute(at)),
      at,
      async () => remove(at),
    );
  };
  return {
    remove,
    directory: async (at, mode) => {
      budget.spendEntry();
      await enter(at.slice(0, -1), at);
      if (!real.has(at.join('/')) && !(await makeDirectory(absolute(at), at))) await remove(at);
      await enter(at, at);
      const { mode: made } = await lstat(absolute(at));
      await chmod(absolute(at), (made & INHERITED) | (mode & PERMISSIONS) | 0o700);
    },
    file: async (at, mode, content) => {
      const file = await place(at, async (name) => open(name, NEW_FILE, 0o600));
      await fill(file, (mode & PERMISSIONS) | 0o400, content, budget);
    },
    symlink: async (at, target) => {
      if (path.isAbsolute(target)) throw badEntry(at.join('/'), `is a link to ${target}, outside of the archive`);
      await place(at, async (name) => symlink(target, name));
      links.set(at.join('/'), at);
    },
    hardLink: async (at, target) => {
      const isInside = real.has(target.slice(0, -1).join('/'));
      const original = isInside ? await lstat(absolute(target)).catch(() => undefined) : undefined;
      if (original?.isFile() !== true)
        throw badEntry(at.join('/'), `is a hard link to ${target.join('/')}, no file here`);
      // A link to itself would be removed to make room for it.
      if (at.join('/') === target.join('/')) return;
      budget.spendBytes(original.size);
      await place(at, async (name) => copyFile(absolute(target), name, constants.COPYFILE_EXCL));
      await chmod(absolute(at), original.mode & PERMISSIONS);
    },
    finish: async () => {
      for (const [name, at] of links) {
        if (await leadsOut(root, at)) throw badEntry(name, 'is a link that leads out of the archive');
      }
    },
  };
}

/** Makes a directory where none is; `false` where something else is. */
async function makeDirectory(name: string, at: EntryPath): Promise<boolean> {
  try {
    await mkdir(name, 0o755);
    return true;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw named(error, at);
    return (await lstat(name)).isDirectory();
  }
}

/** Makes something new; once more after what was there has been removed. */
async function unlessThere<T>(make: () => Promise<T>, at: EntryPath, removeIt: () => Promise<void>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    if (errorCode(error) !== 'EEXIST' && errorCode(error) !== 'EISDIR') throw named(error, at);
    await removeIt();
    return make();
  }
}

function named(error: unknown, at: EntryPath): unknown {
  return errorCode(error) === 'ENAMETOOLONG' ? badEntry(at.join('/'), 'has a name that is too long') : error;
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
