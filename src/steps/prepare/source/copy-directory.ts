import { constants } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, readdir, readlink, symlink } from 'node:fs/promises';
import path from 'node:path';
import type { Budget } from '../archive/budget.ts';
import { isOfVolume } from './of-volume.ts';

/** What a directory of a volume's group hands on to those in it. */
const INHERITED = 0o2000;

/**
 * Copies what is in a directory into another, which is empty: files, directories and links as they are, which are not
 * followed. Sockets and the like are no source. Modes are those that git would have made under the umask 022: on a
 * volume with an fsGroup the kubelet adds rights of the group.
 */
export async function copyDirectory(from: string, to: string, budget: Budget): Promise<void> {
  await copyEntries(from, to, { budget, inObjects: false, isTop: true });
}

interface Copying {
  readonly budget: Budget;
  /** Whether this is git's store of objects, whose files nobody writes to. */
  readonly inObjects: boolean;
  readonly isTop: boolean;
}

async function copyEntries(from: string, to: string, copying: Copying): Promise<void> {
  for (const entry of (await readdir(from, { withFileTypes: true })).toSorted(byName)) {
    if (copying.isTop && isOfVolume(entry.name)) continue;
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
  await chmod(target, (mode & INHERITED) | 0o755);
}

function byName({ name: one }: { readonly name: string }, { name: other }: { readonly name: string }): number {
  return one < other ? -1 : 1;
}
