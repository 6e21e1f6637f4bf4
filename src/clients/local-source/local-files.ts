import { lstat, readdir, readlink, stat } from 'node:fs/promises';
import path from 'node:path';
import { bytesOf, type ByteText, isUtf8, shownBytes, toByteText, utf8Of } from '../../core/model/byte-text.ts';

/** A file, directory or symlink below the directory of a source. */
export interface LocalFile {
  /** The path below the directory, with slashes and a leading slash, as `kp` writes it. */
  readonly path: ByteText;
  /** The place on this machine. */
  readonly place: Place;
  readonly mode: number;
  readonly entry:
    | { readonly kind: 'file'; readonly size: number }
    | { readonly kind: 'directory' }
    | { readonly kind: 'symlink'; readonly target: ByteText };
}

/** A path for `node:fs`: bytes if the path is not UTF-8. */
type Place = string | Buffer;

/** The content of a directory, or why it cannot be a source. */
export interface LocalFiles {
  readonly files: readonly LocalFile[];
  /** Sentences that name a path. */
  readonly problems: readonly string[];
  /** True if there was a `.git` that is not in the files. */
  readonly isWithoutGit: boolean;
}

interface Choice {
  /** True to list `.git` too, at every depth. */
  readonly includeGit?: boolean;
}

/**
 * Lists everything below a directory except `.git` in a fixed order. Reads no content and follows no symlink below the directory.
 * The source's image stays in a registry, and CI systems write their token for the git server into `.git/config`.
 */
export async function localFiles(
  directory: string,
  reasonOf: (error: unknown) => string,
  { includeGit = false }: Choice = {},
): Promise<LocalFiles> {
  const files: LocalFile[] = [];
  const problems: string[] = [];
  let isWithoutGit = false;
  const problemOfRoot = await rootProblem(directory, reasonOf);
  if (problemOfRoot !== undefined) return { files, problems: [problemOfRoot], isWithoutGit };
  const add = async (below: ByteText): Promise<void> => {
    const place = placeOf(directory, below);
    try {
      const names = await readdir(place, { encoding: 'buffer' });
      for (const name of names.toSorted((one, other) => Buffer.compare(one, other)).map(toByteText)) {
        if (!includeGit && isGit(name)) {
          isWithoutGit = true;
          continue;
        }
        const found = await fileAt(placeOf(directory, `${below}/${name}`), `${below}/${name}`);
        if (typeof found === 'string') problems.push(found);
        else files.push(found);
        if (typeof found !== 'string' && found.entry.kind === 'directory') await add(found.path);
      }
    } catch (error) {
      problems.push(`${shownPlace(place)}: ${reasonOf(error)}`);
    }
  };
  await add('');
  const isEmpty = problems.length === 0 && files.every(({ entry }) => entry.kind === 'directory');
  return {
    files,
    problems: isEmpty ? [`${directory}: the directory contains no file to build`] : problems,
    isWithoutGit,
  };
}

function placeOf(directory: string, below: ByteText): Place {
  if (isUtf8(below)) return path.join(directory, utf8Of(below));
  return Buffer.concat([Buffer.from(directory), bytesOf(below)]);
}

/** Returns a place for messages. */
export function shownPlace(place: Place): string {
  return typeof place === 'string' ? place : shownBytes(toByteText(place));
}

/** The name of a repository, of a submodule's link to its repository, and of both on a disk that ignores case. */
function isGit(name: ByteText): boolean {
  return name.toLowerCase() === '.git';
}

async function rootProblem(directory: string, reasonOf: (error: unknown) => string): Promise<string | undefined> {
  try {
    if ((await stat(directory)).isDirectory()) return undefined;
    return `${directory}: not a directory; unpack an archive, and name the directory of the source`;
  } catch (error) {
    return `${directory}: ${reasonOf(error)}`;
  }
}

/** Returns a file, or a sentence about why an image cannot contain it. Rejects with the error of the operating system. */
async function fileAt(place: Place, below: ByteText): Promise<LocalFile | string> {
  const status = await lstat(place);
  const common = { path: below, place, mode: status.mode & 0o7777 };
  if (status.isFile()) return { ...common, entry: { kind: 'file', size: status.size } };
  if (status.isDirectory()) return { ...common, entry: { kind: 'directory' } };
  if (status.isSymbolicLink()) {
    const target = toByteText(await readlink(place, { encoding: 'buffer' }));
    if (leadsOut(below, target))
      return `${shownPlace(place)}: the symlink leads out of the directory, to ${shownBytes(target)}; remove it`;
    return { ...common, entry: { kind: 'symlink', target } };
  }
  const kind = status.isSocket() ? 'a socket' : status.isFIFO() ? 'a named pipe' : 'a device';
  return `${shownPlace(place)}: ${kind} cannot be part of a source; remove it, or stop the program that made it`;
}

/** prepare refuses such a symlink, but only after the upload. A chain of symlinks is left to prepare. */
function leadsOut(below: ByteText, target: ByteText): boolean {
  const from = path.posix.dirname(below).slice(1);
  return path.posix.isAbsolute(target) || /^\.\.(?:\/|$)/.test(path.posix.join(from, target));
}
