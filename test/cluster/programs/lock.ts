import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { takeLock } from '../processes/lock-file.ts';

/** Runs work while holding a lock file. Takes the lock over from a dead process. */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  while (!takeLock(file)) await sleep(500);
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}
