import { lstat, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../../../http/error-code.ts';
import { PrepareError } from '../prepare-error.ts';

/** Moves the content of a sub path of a source into the workspace. Rejects with `SubPathNotFound`. */
export async function moveSubPath(source: string, subPath: string, workspace: string): Promise<void> {
  const content = await subDirectory(source, subPath);
  if (content !== (await realpath(source))) await removeGitFiles(content);
  for (const name of await readdir(content)) await rename(path.join(content, name), path.join(workspace, name));
}

/** The directory that a sub path of a source is, without links. Rejects with `SubPathNotFound`. */
export async function subDirectory(source: string, subPath: string): Promise<string> {
  const root = await realpath(source);
  const content = await realpath(path.join(root, path.join('/', subPath))).catch((error: unknown) => {
    if (errorCode(error) === 'EACCES') throw error;
    return undefined;
  });
  if (content === undefined || !isIn(content, root) || !(await stat(content)).isDirectory()) {
    throw new PrepareError('SubPathNotFound', `the source has no directory ${JSON.stringify(subPath)}, its sub path`);
  }
  return content;
}

/** A submodule has a file that says where its repository is; that is not moved, and git fails on such a file. */
async function removeGitFiles(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const name = path.join(directory, entry.name);
    if (entry.isDirectory()) await removeGitFiles(name);
    else if (entry.name === '.git' && (await lstat(name)).isFile()) await rm(name);
  }
}

function isIn(file: string, root: string): boolean {
  return file === root || file.startsWith(root + path.sep);
}
