import { constants } from 'node:fs';
import { type FileHandle, open, readlink, realpath } from 'node:fs/promises';
import path from 'node:path';
import { joinPath } from '../prepare/source/workspace.ts';
import { PrepareError } from '../../core/model/step-failures/step-error.ts';

/**
 * Checks that no part of a directory's path is a link. A step of the Task could otherwise put a link to the credentials of
 * this step in place of the directory. Rejects with `InputsUnusable`, or with the error of the file system.
 */
export async function requireRealDirectory(directory: string): Promise<void> {
  if ((await realpath(directory)) === path.resolve(directory)) return;
  const message = `${directory} is a link or below one, so its files are not read: write the files to a directory of this name`;
  throw new PrepareError('InputsUnusable', message);
}

/**
 * Opens a file of a directory that `requireRealDirectory` accepted. A link must lead to a file of the same directory, even if
 * a sidecar exchanges files or directories meanwhile. Hard links and mounts need no check: a Secret has a file system of its
 * own, and steps cannot mount. Rejects with `InputsUnusable`, or with the error of the file system.
 */
export async function openBelow(directory: string, file: string | Buffer): Promise<FileHandle> {
  const whole = joinPath(directory, file);
  // A pipe without a writer must not block.
  const handle = await open(whole, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    // The path of the open file (proc_pid_fd(5)), which no other process can exchange.
    const real = await readlink(`/proc/self/fd/${handle.fd}`, { encoding: 'buffer' });
    const start = Buffer.from(`${path.resolve(directory)}/`);
    if (start.equals(real.subarray(0, start.length))) return handle;
    const message = `${whole.toString()} is a link out of ${directory}, so it is not uploaded: write a file instead of the link`;
    throw new PrepareError('InputsUnusable', message);
  } catch (error) {
    await handle.close();
    throw error;
  }
}
