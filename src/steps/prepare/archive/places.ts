import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../../../http/error-code.ts';
import type { Budget } from './budget.ts';
import { nameTooLong, type EntryPath } from './entry-path.ts';
import { becomesDirectory, makeRealDirectories } from './real-directories.ts';

/**
 * Where the entries of an archive go. Everything is made anew in directories that are no links, so that nothing is ever
 * written or removed through a link; a later entry takes the place of an earlier one.
 */
export interface Places {
  readonly absolute: (at: EntryPath) => string;
  /** Whether it is a directory of the archive's, and no link to one. */
  readonly isDirectory: (at: EntryPath) => boolean;
  readonly makeDirectory: (at: EntryPath) => Promise<void>;
  /** Has something be made that must not be there, by its absolute name. */
  readonly make: <T>(at: EntryPath, make: (name: string) => Promise<T>) => Promise<T>;
  /** Removes what is there, if anything is. */
  readonly remove: (at: EntryPath) => Promise<void>;
  /** The names in a directory; none where nothing is there. */
  readonly namesIn: (at: EntryPath) => Promise<readonly string[]>;
}

export function makePlaces(root: string, budget: Budget): Places {
  const absolute = (at: EntryPath): string => path.join(root, ...at);
  const directories = makeRealDirectories(absolute);
  const clear = async (at: EntryPath): Promise<void> => {
    await rm(absolute(at), { recursive: true, force: true });
    directories.forget(at);
  };
  return {
    absolute,
    isDirectory: directories.has,
    makeDirectory: async (at) => {
      budget.spendEntry();
      await directories.enter(at.slice(0, -1), at);
      if (!directories.has(at) && !(await becomesDirectory(absolute(at), at))) await clear(at);
      await directories.enter(at, at);
    },
    make: async (at, make) => {
      budget.spendEntry();
      await directories.enter(at.slice(0, -1), at);
      const name = absolute(at);
      return unlessThere(async () => make(name), at, clear);
    },
    remove: async (at) => {
      if (await directories.lead(at.slice(0, -1), at)) await clear(at);
    },
    namesIn: async (at) => ((await directories.lead(at, [...at, ''])) ? readdir(absolute(at)) : []),
  };
}

/** Makes something new; once more after what was there has been removed. */
async function unlessThere<T>(
  make: () => Promise<T>,
  at: EntryPath,
  clear: (at: EntryPath) => Promise<void>,
): Promise<T> {
  try {
    return await make();
  } catch (error) {
    if (errorCode(error) !== 'EEXIST' && errorCode(error) !== 'EISDIR') throw nameTooLong(error, at);
    await clear(at);
    return make();
  }
}
