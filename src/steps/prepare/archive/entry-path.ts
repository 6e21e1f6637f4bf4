import { errorCode } from '../../../core/model/error-code.ts';
import { type ByteText, quotedBytes } from '../../../core/model/byte-text.ts';
import { oneLine } from '../../../core/model/one-line.ts';
import { PrepareError } from '../../../core/model/step-failures/step-error.ts';

/** A path below the root as a list of names. No name is empty, `.` or `..`. */
export type EntryPath = readonly ByteText[];

/** Linux PATH_MAX. A tar can have a name of 1 MiB. The list of its half a million parents would not fit into memory. */
const MAX_PATH_BYTES = 4096;

/**
 * Returns the path of an entry after stripping leading components; `undefined` for the root and for names that are stripped
 * completely. A leading slash means the root. As in kpack (pkg/archive, `stripPath`), `.` counts as a component. Throws
 * `ArchiveInvalid`.
 */
export function entryPath(name: ByteText, stripComponents: number): EntryPath | undefined {
  const parts = name.split('/');
  if (parts.includes('..')) throw badEntry(name, 'has ".." in its path');
  if (name.includes('\0')) throw badEntry(name, 'has a NUL character in its name');
  const kept = parts.slice(stripComponents).filter((part) => part !== '' && part !== '.');
  if (kept.join('/').length >= MAX_PATH_BYTES) throw badEntry(name, TOO_LONG);
  return kept.length === 0 ? undefined : kept;
}

/** Converts ENAMETOOLONG to `ArchiveInvalid` and returns other errors unchanged. */
export function nameTooLong(error: unknown, at: EntryPath): unknown {
  return errorCode(error) === 'ENAMETOOLONG' ? badEntry(at.join('/'), TOO_LONG) : error;
}

const TOO_LONG = 'has a name that is too long';

/** Returns the error for an entry that cannot be unpacked. The whole archive is refused. */
export function badEntry(name: ByteText, reason: string, advice = 'create the archive again without it'): PrepareError {
  return new PrepareError('ArchiveInvalid', oneLine(`the archive's entry ${quotedBytes(name)} ${reason}: ${advice}`));
}
