import { lutimesSync, readdirSync, type Dirent } from 'node:fs';
import path from 'node:path';
import { isOfVolume } from './of-volume.ts';

/** 1980-01-01T00:00:01Z, the time of everything in images that buildpacks make. */
const FIXED_TIME = 315_532_801;

/**
 * Gives all below a directory one time, so that nothing can depend on when it was fetched. The directory itself is a volume's,
 * which belongs to root: only its owner may set its time.
 */
export function fixTimes(directory: string): void {
  const entries = readdirSync(directory, { withFileTypes: true });
  for (const entry of entries.filter(({ name }) => !isOfVolume(name))) fix(directory, entry);
}

function fix(directory: string, entry: Dirent): void {
  const name = path.join(directory, entry.name);
  if (entry.isDirectory()) for (const below of readdirSync(name, { withFileTypes: true })) fix(name, below);
  lutimesSync(name, FIXED_TIME, FIXED_TIME);
}
