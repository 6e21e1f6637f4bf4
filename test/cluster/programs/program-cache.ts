import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import type { Program } from './program.ts';

/** Returns the folder of a program's go.mod. */
export function groupFolder({ group }: Program): string {
  return path.join(import.meta.dirname, group);
}

/** Returns the path of a built program. The path contains the version and a hash of all inputs, so a cached program is never stale. */
export function cachedBinary(program: Program): string {
  const key = `${program.name}-${program.version}-${fingerprint(program)}`;
  return path.join(programsFolder(), key, program.name);
}

/** Returns the folder of all programs in the user's cache. */
export function programsFolder(): string {
  return path.join(cacheFolder(), 'programs');
}

/** The user's cache (XDG Base Directory Specification). */
function cacheFolder(): string {
  const { XDG_CACHE_HOME = '' } = process.env;
  return path.join(XDG_CACHE_HOME === '' ? path.join(homedir(), '.cache') : XDG_CACHE_HOME, 'taskpack');
}

function fingerprint(program: Program): string {
  const hash = createHash('sha256').update(JSON.stringify(program));
  const folder = groupFolder(program);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(?:go|mod|sum)$/.test(file),
  );
  for (const file of files.toSorted()) hash.update(file).update(readFileSync(path.join(folder, file)));
  return hash.digest('hex').slice(0, 12);
}
