import type { TarEntry } from './tar-entry.ts';

/** The entries by path, so that the order in which they were found does not matter; a directory is before what is in it. */
export function sortedByPath(entries: readonly TarEntry[]): readonly TarEntry[] {
  return entries.toSorted((one, other) => Buffer.compare(Buffer.from(one.path), Buffer.from(other.path)));
}
