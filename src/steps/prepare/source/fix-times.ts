import { lutimesSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** 1980-01-01T00:00:01Z, the time of everything in images that buildpacks make. */
const FIXED_TIME = 315_532_801;

/** Gives a directory and all below it one time, so that nothing can depend on when it was fetched. */
export function fixTimes(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const name = path.join(directory, entry.name);
    if (entry.isDirectory()) fixTimes(name);
    else lutimesSync(name, FIXED_TIME, FIXED_TIME);
  }
  lutimesSync(directory, FIXED_TIME, FIXED_TIME);
}
