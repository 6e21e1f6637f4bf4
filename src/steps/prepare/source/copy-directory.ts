import { constants } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, readdir, readlink, symlink } from 'node:fs/promises';
import path from 'node:path';
import type { Budget } from './budget.ts';
import { isFileSystemEntry } from './workspace.ts';

/** Set-group-ID. Directories of a volume with an fsGroup inherit the bit. */
const SET_GROUP_ID = 0o2000;

/**
 * Copies files, directories and symlinks to an empty directory. Symlinks are not followed, and sockets and the like are
 * skipped. Modes are the modes that git sets under the umask 022, because the kubelet adds group permissions on a volume
 * with an fsGroup.
 */
export async function copyDirectory(from: string, to: string, budget: Budget): Promise<void> {
  await copyEntries(from, to, { budget, inObjects: false, isTop: true });
}

interface Copying {
  readonly budget: Budget;
  /** True below `.git/objects`, whose files are read-only. */
  readonly inObjects: boolean;
  readonly isTop: boolean;
}

async function copyEntries(from: string, to: string, copying: Copying): Promise<void> {
  for (const entry of (await readdir(from, { withFileTypes: true })).toSorted(byName)) {
    if (copying.isTop && isFileSystemEntry(entry.name)) continue;
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    copying.budget.spendEntry();
    if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else if (entry.isFile()) await copyOne(source, target, copying);
    else if (entry.isDirectory()) {
      await makeDirectory(target);
      const inObjects = copying.inObjects || source.endsWith(`${path.sep}.git${path.sep}objects`);
      await copyEntries(source, target, { ...copying, inObjects, isTop: false });
    }
  }
}

async function copyOne(source: string, target: string, { budget, inObjects }: Copying): Promise<void> {
  const { mode, size } = await lstat(source);
  budget.spendBytes(size);
  await copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  await chmod(target, inObjects ? 0o444 : (mode & 0o755) | 0o600);
}

async function makeDirectory(target: string): Promise<void> {
  await mkdir(target);
  const { mode } = await lstat(target);
  await chmod(target, (mode & SET_GROUP_ID) | 0o755);
}

function byName({ name: one }: { readonly name: string }, { name: other }: { readonly name: string }): number {
  return one < other ? -1 : 1;
}
