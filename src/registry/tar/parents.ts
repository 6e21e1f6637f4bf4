import path from 'node:path';
import type { TarEntry } from './tar-entry.ts';

/** The entries and, before them, root's directories for those of their parents that are no entries themselves. */
export function withParents(entries: readonly TarEntry[]): readonly TarEntry[] {
  const missing = new Set(entries.flatMap((entry) => parents(entry.path)));
  for (const entry of entries) missing.delete(entry.path);
  return [...Array.from(missing, (parent): TarEntry => ({ path: parent, kind: 'directory' })), ...entries];
}

/** From the outermost; the root is always there. */
function parents(file: string): readonly string[] {
  const parent = path.posix.dirname(file);
  return parent === '/' || parent === '.' ? [] : [...parents(parent), parent];
}
