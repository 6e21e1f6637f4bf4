import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Takes a lock file for this process, also from a process that has ended. Returns false if a running process holds it. */
export function takeLock(file: string): boolean {
  mkdirSync(path.dirname(file), { recursive: true });
  if (take(file)) return true;
  return removeAbandoned(file) && take(file);
}

function take(file: string): boolean {
  // A hard link appears together with its content, so the holder's process ID is always in the file.
  const own = `${file}.${process.pid}`;
  writeFileSync(own, `${process.pid}`);
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(own, { force: true });
  }
}

/** Removes the lock of a process that has ended. Returns false if a running process holds the lock. */
function removeAbandoned(file: string): boolean {
  if (!isAbandoned(file)) return false;
  const moved = `${file}.${process.pid}.abandoned`;
  try {
    renameSync(file, moved);
    if (isAbandoned(moved)) return true;
    // Meanwhile another process has removed the abandoned lock and taken its own, which is put back.
    linkSync(moved, file);
    return false;
  } catch (error) {
    if (['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  } finally {
    rmSync(moved, { force: true });
  }
}

/** True if the process has ended, or the file does not exist. */
function isAbandoned(file: string): boolean {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0);
    return false;
  } catch (error) {
    return ['ESRCH', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '');
  }
}
