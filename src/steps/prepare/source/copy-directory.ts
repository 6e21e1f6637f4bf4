import { constants } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, open, readdir, readlink, symlink, type FileHandle } from 'node:fs/promises';
import { errorCode } from '../../../core/model/error-code.ts';
import { quotedBytes, toByteText } from '../../../core/model/byte-text.ts';
import { PrepareError } from '../../../core/model/step-failures/step-error.ts';
import type { Budget } from './budget.ts';
import { isFileSystemEntry, joinPath } from './workspace.ts';

/** Set-group-ID. Directories of a volume with an fsGroup inherit the bit. */
const SET_GROUP_ID = 0o2000;

/**
 * Copies files, directories and symlinks from a directory without links in its path to an empty directory. Symlinks are not followed,
 * and sockets and the like are skipped. Modes are the modes that git sets under the umask 022, because the kubelet adds group permissions
 * on a volume with an fsGroup.
 *
 * Another Task can write to the volume at the same time, and replace an entry by a link to a credential after the entry was listed. So
 * entries are opened without following links, and read through their descriptors. Rejects if an entry was replaced.
 */
export async function copyDirectory(from: string | Buffer, to: string, budget: Budget): Promise<void> {
  const source = Buffer.from(from);
  await withEntry({ reached: source, shown: source }, constants.O_DIRECTORY, async (directory) => {
    if (!source.equals(await targetOf(directory.reached))) throw replaced(directory);
    await copyEntries(directory, Buffer.from(to), { budget, inObjects: false, isTop: true });
  });
}

/** An entry of the volume. */
interface Entry {
  /** The path of its descriptor, or its path below the descriptor of its directory. */
  readonly reached: Buffer;
  /** Its path for messages. */
  readonly shown: Buffer;
}

interface Copying {
  readonly budget: Budget;
  /** True below `.git/objects`, whose files are read-only. */
  readonly inObjects: boolean;
  readonly isTop: boolean;
}

async function copyEntries(from: Entry, to: Buffer, copying: Copying): Promise<void> {
  const entries = await readdir(from.reached, { withFileTypes: true, encoding: 'buffer' });
  for (const entry of entries.toSorted((one, other) => Buffer.compare(one.name, other.name))) {
    if (copying.isTop && isFileSystemEntry(entry.name)) continue;
    const source = { reached: joinPath(from.reached, entry.name), shown: joinPath(from.shown, entry.name) };
    const target = joinPath(to, entry.name);
    copying.budget.spendEntry();
    if (entry.isSymbolicLink()) await symlink(await targetOf(source.reached), target);
    else if (entry.isFile()) await copyOne(source, target, copying);
    else if (entry.isDirectory()) {
      await makeDirectory(target);
      const inObjects = copying.inObjects || OBJECTS.equals(source.shown.subarray(-OBJECTS.length));
      await withEntry(source, constants.O_DIRECTORY, async (directory) =>
        copyEntries(directory, target, { ...copying, inObjects, isTop: false }),
      );
    }
  }
}

const OBJECTS = Buffer.from('/.git/objects');

async function targetOf(link: Buffer): Promise<Buffer> {
  return readlink(link, { encoding: 'buffer' });
}

async function copyOne(source: Entry, target: Buffer, { budget, inObjects }: Copying): Promise<void> {
  // A pipe without a writer must not block.
  await withEntry(source, constants.O_NONBLOCK, async (file, handle) => {
    const stats = await handle.stat();
    if (!stats.isFile()) throw replaced(source);
    budget.spendBytes(stats.size);
    await copyFile(file.reached, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    await chmod(target, inObjects ? 0o444 : (stats.mode & 0o755) | 0o600);
  });
}

/** Opens an entry, which must not be a link, and does the work with the path of its descriptor (proc_pid_fd(5)). */
async function withEntry(
  { reached, shown }: Entry,
  flags: number,
  work: (entry: Entry, handle: FileHandle) => Promise<void>,
): Promise<void> {
  const handle = await open(reached, constants.O_RDONLY | constants.O_NOFOLLOW | flags).catch((error: unknown) => {
    if (['ELOOP', 'ENOTDIR'].includes(errorCode(error))) throw replaced({ shown }, error);
    throw error instanceof Error ? Object.assign(error, { path: shown.toString() }) : error;
  });
  try {
    await work({ reached: Buffer.from(`/proc/self/fd/${handle.fd}`), shown }, handle);
  } finally {
    await handle.close();
  }
}

function replaced({ shown }: Pick<Entry, 'shown'>, cause?: unknown): PrepareError {
  return new PrepareError(
    'PrepareFailed',
    `${quotedBytes(toByteText(shown))} was replaced while the files were copied: let no other Task write to the volume meanwhile`,
    cause,
  );
}

async function makeDirectory(target: Buffer): Promise<void> {
  await mkdir(target);
  const { mode } = await lstat(target);
  await chmod(target, (mode & SET_GROUP_ID) | 0o755);
}
