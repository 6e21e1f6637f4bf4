import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { isOfVolume } from './of-volume.ts';

/** A directory without content, as the first run finds it: a second one must not see what the first has left. */
export async function emptyDirectory(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  for (const name of await readdir(directory)) {
    if (isOfVolume(name)) continue;
    await rm(path.join(directory, name), { recursive: true, force: true });
  }
}
