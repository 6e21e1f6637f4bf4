import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Paths } from './world.ts';

/** Directories that are there while the source is fetched. */
export interface Scratch {
  /** On the workspace's volume, so that what is fetched is moved and not copied. */
  readonly source: string;
  /** For what is downloaded, on the same volume. */
  readonly downloads: string;
  /** For keys, where no buildpack ever looks. */
  readonly secret: string;
}

/** Does work that needs such directories, and removes them. */
export async function withScratch<T>({ workspace, home }: Paths, work: (scratch: Scratch) => Promise<T>): Promise<T> {
  const own = await mkdtemp(path.join(workspace, '.taskpack-'));
  const secret = await mkdtemp(path.join(home, '.prepare-'));
  const scratch = { source: path.join(own, 'source'), downloads: path.join(own, 'downloads'), secret };
  try {
    await mkdir(scratch.source);
    await mkdir(scratch.downloads);
    return await work(scratch);
  } finally {
    for (const directory of [own, secret]) await rm(directory, { recursive: true, force: true });
  }
}
