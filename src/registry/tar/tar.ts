import { BLOCK, padding } from './block.ts';
import { entryHeader } from './entry-header.ts';
import type { Header } from './header.ts';
import type { TarEntry } from './tar-entry.ts';

/** 1980-01-01T00:00:01Z: the time that buildpacks' tools give everything, as zip knows none before 1980. */
const FIXED_TIME = 315_532_801;

const KINDS = {
  file: { type: '0', mode: 0o644 },
  directory: { type: '5', mode: 0o755 },
  symlink: { type: '2', mode: 0o777 },
} as const;

/** A tar of the entries in their order: the same bytes whenever and wherever, and those of Go's archive/tar. */
export function tar(entries: readonly TarEntry[]): Uint8Array {
  return Buffer.concat([...entries.flatMap(entryBytes), Buffer.alloc(2 * BLOCK)]);
}

function entryBytes(entry: TarEntry): readonly Uint8Array[] {
  if (entry.path.includes('\0')) throw new RangeError(`a path in a tar has no NUL: ${JSON.stringify(entry.path)}`);
  const content = entry.kind === 'file' ? Buffer.from(entry.content) : Buffer.alloc(0);
  return [entryHeader(header(entry, content.length)), content, padding(content.length)];
}

function header(entry: TarEntry, size: number): Header {
  const { type, mode } = KINDS[entry.kind];
  return {
    name: entry.path,
    mode: entry.mode ?? mode,
    uid: entry.uid ?? 0,
    gid: entry.gid ?? 0,
    size,
    mtime: entry.mtime ?? FIXED_TIME,
    type,
    ...(entry.kind === 'symlink' ? { target: entry.target } : {}),
  };
}
