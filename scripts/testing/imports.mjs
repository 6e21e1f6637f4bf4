import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../root.mjs';

/** The places of a module's relative imports. */
const IMPORT = /(?:\bfrom|^import) '(?<place>\.[^']+)'/gm;

/** Returns files of the project with all files that they import, directly or not. */
export function withImports(files) {
  const known = new Set(files);
  // A set iterates over elements that are added meanwhile.
  for (const file of known)
    for (const { groups } of readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT))
      known.add(join(file, '..', groups.place));
  return [...known];
}
