import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { errorCode } from '../../../core/model/error-code.ts';
import { bytesOf, type ByteText, quotedBytes, toByteText } from '../../../core/model/byte-text.ts';
import type { PrepareError } from '../../../core/model/step-failures/step-error.ts';
import type { Budget } from '../source/budget.ts';
import { badEntry, type EntryPath, nameTooLong } from './entry-path.ts';

/**
 * The paths of an archive's entries below the root. Entries are created only in real directories, so that nothing is written
 * or removed through a symlink. A later entry replaces an earlier entry of the same path.
 */
export interface Places {
  /** Returns the path for `node:fs`. */
  readonly absolute: (at: EntryPath) => Buffer;
  /** True if the archive has created a directory at the path. */
  readonly isDirectory: (at: EntryPath) => boolean;
  readonly makeDirectory: (at: EntryPath) => Promise<void>;
  /** Calls `make` with the absolute path. An existing entry is removed first. */
  readonly make: <T>(at: EntryPath, make: (name: Buffer) => Promise<T>) => Promise<T>;
  readonly remove: (at: EntryPath) => Promise<void>;
  /** Returns the names in a directory, or none if it does not exist. */
  readonly namesIn: (at: EntryPath) => Promise<readonly ByteText[]>;
}

export function makePlaces(root: string, budget: Budget): Places {
  const start = toByteText(root);
  const absolute = (at: EntryPath): Buffer => bytesOf([start, ...at].join('/'));
  const directories = makeRealDirectories(absolute, budget);
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
      if (!directories.has(at) && !(await ensureDirectory(absolute(at), at))) await clear(at);
      await directories.enter(at, at);
    },
    make: async (at, make) => {
      budget.spendEntry();
      await directories.enter(at.slice(0, -1), at);
      const name = absolute(at);
      return replacing(async () => make(name), at, clear);
    },
    remove: async (at) => {
      if (await directories.exist(at.slice(0, -1), at)) await clear(at);
    },
    namesIn: async (at) => ((await directories.exist(at, [...at, ''])) ? namesIn(absolute(at)) : []),
  };
}

async function namesIn(directory: Buffer): Promise<readonly ByteText[]> {
  return (await readdir(directory, { encoding: 'buffer' })).map(toByteText);
}

/** Calls `make` again after removing an existing entry. */
async function replacing<T>(
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

/** The directories that the archive has created. They are not symlinks, so their entries are below the root. */
interface RealDirectories {
  readonly has: (at: EntryPath) => boolean;
  /** Creates the missing directories of an entry's path. Rejects if one of them exists and is not a directory. */
  readonly enter: (at: EntryPath, entry: EntryPath) => Promise<void>;
  /** True if all directories of an entry's path exist. Rejects if one of them is not a directory. */
  readonly exist: (at: EntryPath, entry: EntryPath) => Promise<boolean>;
  readonly forget: (at: EntryPath) => void;
}

function makeRealDirectories(absolute: (at: EntryPath) => Buffer, budget: Budget): RealDirectories {
  const real = new Set<string>(['']);
  const has = (at: EntryPath): boolean => real.has(at.join('/'));
  return {
    has,
    enter: async (at, entry) => {
      for (const place of withParents(at)) {
        if (has(place)) continue;
        // A parent that the archive does not list counts, because one name can have 2,000 parents.
        if (place.length < entry.length) budget.spendEntry();
        if (!(await ensureDirectory(absolute(place), entry))) throw notInDirectory(place, entry);
        real.add(place.join('/'));
      }
    },
    exist: async (at, entry) => {
      const gap = withParents(at).find((place) => !has(place));
      if (gap !== undefined && (await exists(absolute(gap)))) throw notInDirectory(gap, entry);
      return gap === undefined;
    },
    forget: (at) => {
      const key = at.join('/');
      if (!real.has(key)) return;
      for (const known of real) if (known === key || known.startsWith(`${key}/`)) real.delete(known);
    },
  };
}

/** Creates a directory unless it exists. Returns false if the path is not a directory. */
async function ensureDirectory(name: Buffer, entry: EntryPath): Promise<boolean> {
  try {
    await mkdir(name, 0o755);
    return true;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw nameTooLong(error, entry);
    return (await lstat(name)).isDirectory();
  }
}

/** Returns a path and its parents, outermost first. */
function withParents(at: EntryPath): readonly EntryPath[] {
  return at.map((_, index) => at.slice(0, index + 1));
}

/** True also for a dangling symlink. */
async function exists(name: Buffer): Promise<boolean> {
  return lstat(name).then(
    () => true,
    () => false,
  );
}

function notInDirectory(place: EntryPath, entry: EntryPath): PrepareError {
  return badEntry(entry.join('/'), `is below ${quotedBytes(place.join('/'))}, which is not a directory`);
}
