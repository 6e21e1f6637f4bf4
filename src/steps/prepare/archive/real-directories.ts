import { lstat, mkdir } from 'node:fs/promises';
import { errorCode } from '../../../http/error-code.ts';
import type { PrepareError } from '../prepare-error.ts';
import { badEntry, nameTooLong, type EntryPath } from './entry-path.ts';

/** The directories that an archive has made, which are no links: whatever is in them is in the archive's root. */
export interface RealDirectories {
  readonly has: (at: EntryPath) => boolean;
  /** Makes the directories on the way to an entry that are not there. Rejects where something else is. */
  readonly enter: (at: EntryPath, entry: EntryPath) => Promise<void>;
  /** Whether all directories on the way to an entry are there. Rejects where something else is. */
  readonly lead: (at: EntryPath, entry: EntryPath) => Promise<boolean>;
  readonly forget: (at: EntryPath) => void;
}

export function makeRealDirectories(absolute: (at: EntryPath) => string): RealDirectories {
  const real = new Set<string>(['']);
  const has = (at: EntryPath): boolean => real.has(at.join('/'));
  return {
    has,
    enter: async (at, entry) => {
      for (const place of waysTo(at)) {
        if (has(place)) continue;
        if (!(await becomesDirectory(absolute(place), entry))) throw liesBehind(place, entry);
        real.add(place.join('/'));
      }
    },
    lead: async (at, entry) => {
      const gap = waysTo(at).find((place) => !has(place));
      if (gap !== undefined && (await isThere(absolute(gap)))) throw liesBehind(gap, entry);
      return gap === undefined;
    },
    forget: (at) => {
      const key = at.join('/');
      if (!real.has(key)) return;
      for (const known of real) if (known === key || known.startsWith(`${key}/`)) real.delete(known);
    },
  };
}

/** Makes a directory where none is; `false` where something else is. */
export async function becomesDirectory(name: string, entry: EntryPath): Promise<boolean> {
  try {
    await mkdir(name, 0o755);
    return true;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw nameTooLong(error, entry);
    return (await lstat(name)).isDirectory();
  }
}

/** A place and all that it is in, outermost first. */
function waysTo(at: EntryPath): readonly EntryPath[] {
  return at.map((_, index) => at.slice(0, index + 1));
}

/** Whether anything is there, be it a link that leads nowhere. */
async function isThere(name: string): Promise<boolean> {
  return lstat(name).then(
    () => true,
    () => false,
  );
}

function liesBehind(place: EntryPath, entry: EntryPath): PrepareError {
  return badEntry(entry.join('/'), `lies behind ${JSON.stringify(place.join('/'))}, which is no directory`);
}
