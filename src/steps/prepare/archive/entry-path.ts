import { errorCode } from '../../../http/error-code.ts';
import { PrepareError } from '../prepare-error.ts';

/** The names of a place below the root, outermost first; none of them is empty, `.` or `..`. */
export type EntryPath = readonly string[];

/**
 * Where an entry goes; `undefined` for one that is left out because all of its name is stripped, and for the root. A
 * leading slash means the root, as in layers. What is stripped is counted as kpack does (pkg/archive, `stripPath`):
 * everything between slashes, `.` too.
 */
export function entryPath(name: string, stripComponents: number): EntryPath | undefined {
  const parts = name.split('/');
  if (parts.includes('..')) throw badEntry(name, 'leads out of the archive with ".."');
  if (name.includes('\0')) throw badEntry(name, 'has a NUL in its name');
  const kept = parts.slice(stripComponents).filter((part) => part !== '' && part !== '.');
  return kept.length === 0 ? undefined : kept;
}

/** What the system says of an entry's name, in words of the archive; any other error as it is. */
export function nameTooLong(error: unknown, at: EntryPath): unknown {
  return errorCode(error) === 'ENAMETOOLONG' ? badEntry(at.join('/'), 'has a name that is too long') : error;
}

/** Says what is wrong with an entry. */
export function badEntry(name: string, reason: string): PrepareError {
  const shown = name.length > 100 ? `${name.slice(0, 100)}…` : name;
  return new PrepareError(
    'ArchiveInvalid',
    `the archive's entry ${JSON.stringify(shown)} ${reason}; nothing is built from it`,
  );
}
