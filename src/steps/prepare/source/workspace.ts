import { type Dirent, lutimesSync, readdirSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../../../core/model/error-code.ts';
import { PrepareError } from '../../../core/model/step-failures/step-error.ts';
import type { Paths } from '../dependencies.ts';

/** Temporary directories that exist while the source is fetched. */
export interface Scratch {
  /** On the volume of the workspace, so that the source can be moved instead of copied. */
  readonly source: string;
  /** For downloads, on the same volume. */
  readonly downloads: string;
  /** For keys, on a volume that buildpacks do not see. */
  readonly secret: string;
}

/** Creates the temporary directories, does the work and removes them. */
export async function withScratch<T>(
  { workspace, credentials }: Paths,
  work: (scratch: Scratch) => Promise<T>,
): Promise<T> {
  const own = await mkdtemp(path.join(workspace, '.taskpack-'));
  const secret = await mkdtemp(path.join(credentials, '.prepare-'));
  const scratch = { source: path.join(own, 'source'), downloads: path.join(own, 'downloads'), secret };
  try {
    await mkdir(scratch.source);
    await mkdir(scratch.downloads);
    return await work(scratch);
  } finally {
    for (const directory of [own, secret]) await rm(directory, { recursive: true, force: true });
  }
}

/** Creates a directory or removes its content, so that a retry does not see files of the previous attempt. */
export async function emptyDirectory(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  for (const name of await readdir(directory, { encoding: 'buffer' })) {
    if (isFileSystemEntry(name)) continue;
    await rm(joinPath(directory, name), { recursive: true, force: true });
  }
}

/**
 * Converts the refusal to change an entry of the workspace to an error with the probable cause. Returns other errors unchanged.
 * The container runtime follows links of an image when it mounts a volume, and creates missing directories as root.
 */
export function foreignEntry(error: unknown, workspace: string): unknown {
  const code = errorCode(error);
  const file = error instanceof Error && 'path' in error ? String(error.path) : '';
  if ((code !== 'EACCES' && code !== 'EPERM') || !isIn(file, workspace)) return error;
  return new PrepareError(
    'PrepareFailed',
    `another user owns ${file}, probably because the builder image has a link to ${workspace} at a path such as /tekton or /var, where containers mount volumes: use a builder image without such a link`,
    error,
  );
}

/** Moves the content of a source's sub path into the workspace. Rejects with `SubPathNotFound`. */
export async function moveSubPath(source: string, subPath: string, workspace: string): Promise<void> {
  const content = await subDirectory(source, subPath);
  if (!content.equals(await realBytes(source))) await removeGitFiles(content);
  for (const name of await readdir(content, { encoding: 'buffer' }))
    await rename(joinPath(content, name), joinPath(workspace, name));
}

/** Returns the real path of a source's sub path, whose links can lead to any name. Rejects with `SubPathNotFound`. */
export async function subDirectory(source: string, subPath: string): Promise<Buffer> {
  const root = await realBytes(source);
  const content = await realBytes(joinPath(root, path.join('/', subPath))).catch((error: unknown) => {
    if (errorCode(error) === 'EACCES') throw error;
    return undefined;
  });
  if (
    content === undefined ||
    !isIn(content.toString('latin1'), root.toString('latin1')) ||
    !(await stat(content)).isDirectory()
  ) {
    throw new PrepareError(
      'SubPathNotFound',
      `the source has no directory ${JSON.stringify(subPath)}: correct the sub path`,
    );
  }
  return content;
}

/** Removes the `.git` files of submodules. They point to a repository that is not moved, which makes git fail. */
async function removeGitFiles(directory: Buffer): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true, encoding: 'buffer' })) {
    const name = joinPath(directory, entry.name);
    if (entry.isDirectory()) await removeGitFiles(name);
    else if (entry.name.equals(GIT) && (await lstat(name)).isFile()) await rm(name);
  }
}

const GIT = Buffer.from('.git');

async function realBytes(file: string | Buffer): Promise<Buffer> {
  return realpath(file, { encoding: 'buffer' });
}

/** Joins a directory and a name. Names of files are bytes: those that are not UTF-8 cannot be in a string. */
export function joinPath(directory: string | Uint8Array, name: string | Uint8Array): Buffer {
  return Buffer.concat([directory, '/', name].map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
}

function isIn(file: string, root: string): boolean {
  return file === root || file.startsWith(root + path.sep);
}

/** 1980-01-01T00:00:01Z, the time of all files in images that the lifecycle exports. */
const FIXED_TIME = 315_532_801;

/**
 * Sets one modification time for all files below a directory, so that no image depends on the time of the fetch. The
 * directory itself is a volume's root. It belongs to root, and only the owner can set its time.
 */
export function fixTimes(directory: string): void {
  const entries = entriesOf(directory).filter(({ name }) => !isFileSystemEntry(name));
  for (const entry of entries) fix(directory, entry);
}

function fix(directory: string | Buffer, entry: Dirent<Buffer>): void {
  const name = joinPath(directory, entry.name);
  if (entry.isDirectory()) for (const below of entriesOf(name)) fix(name, below);
  lutimesSync(name, FIXED_TIME, FIXED_TIME);
}

/** Returns the entries of a directory with their names as bytes. */
export function entriesOf(directory: string | Buffer): readonly Dirent<Buffer>[] {
  return readdirSync(directory, { withFileTypes: true, encoding: 'buffer' });
}

/** True for entries that a file system creates in a volume's root. Only root can read them. */
export function isFileSystemEntry(name: Buffer): boolean {
  return name.equals(LOST_AND_FOUND);
}

const LOST_AND_FOUND = Buffer.from('lost+found');
