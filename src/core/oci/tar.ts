import path from 'node:path';
import { toByteText } from '../model/byte-text.ts';
import { entryHeader } from './pax-header.ts';
import { BLOCK, type Header, padding } from './ustar-header.ts';

interface EntryMetadata {
  /** Written as given. Paths in layers start with a slash; paths in archives do not. */
  readonly path: string;
  /** The permissions. The defaults are 0644 for a file, 0755 for a directory and 0777 for a symlink. */
  readonly mode?: number;
  /** Defaults to 0. */
  readonly uid?: number;
  /** Defaults to 0. */
  readonly gid?: number;
  /** Seconds since 1970. Defaults to 1980-01-01T00:00:01Z. */
  readonly mtime?: number;
}

export interface FileEntry extends EntryMetadata {
  readonly kind: 'file';
  readonly content: Uint8Array | string;
}

export interface DirectoryEntry extends EntryMetadata {
  readonly kind: 'directory';
}

export interface SymlinkEntry extends EntryMetadata {
  readonly kind: 'symlink';
  readonly target: string;
}

/** An entry of a tar archive. */
export type TarEntry = FileEntry | DirectoryEntry | SymlinkEntry;

/** 1980-01-01T00:00:01Z, the time that buildpacks tools use, because zip archives cannot hold times before 1980. */
export const FIXED_TIME = 315_532_801;

const KINDS = {
  file: { type: '0', mode: 0o644 },
  directory: { type: '5', mode: 0o755 },
  symlink: { type: '2', mode: 0o777 },
} as const;

/**
 * Returns a tar of the entries in the given order. The bytes are the same everywhere, and equal those of Go's
 * archive/tar.
 */
export function tar(entries: readonly TarEntry[]): Uint8Array {
  return Buffer.concat([...entries.flatMap(entryBytes), Buffer.alloc(2 * BLOCK)]);
}

function entryBytes(entry: TarEntry): readonly Uint8Array[] {
  if (entry.path.includes('\0'))
    throw new RangeError(`the path ${JSON.stringify(entry.path)} contains a NUL byte, which tar cannot store`);
  const content = entry.kind === 'file' ? Buffer.from(entry.content) : Buffer.alloc(0);
  return [entryHeader(header(entry, content.length)), content, padding(content.length)];
}

function header(entry: TarEntry, size: number): Header {
  const { type, mode } = KINDS[entry.kind];
  return {
    name: toByteText(entry.path),
    mode: entry.mode ?? mode,
    uid: entry.uid ?? 0,
    gid: entry.gid ?? 0,
    size,
    mtime: entry.mtime ?? FIXED_TIME,
    type,
    ...(entry.kind === 'symlink' ? { target: toByteText(entry.target) } : {}),
  };
}

/** Returns the entries, preceded by directories of root for those parents that are not entries themselves. */
export function withParents(entries: readonly TarEntry[]): readonly TarEntry[] {
  const missing = new Set(entries.flatMap((entry) => parents(entry.path)));
  for (const entry of entries) missing.delete(entry.path);
  return [...Array.from(missing, (parent): TarEntry => ({ path: parent, kind: 'directory' })), ...entries];
}

/** Returns the entries sorted by the bytes of their paths. A directory comes before its entries. */
export function sortedByPath(entries: readonly TarEntry[]): readonly TarEntry[] {
  return entries.toSorted((one, other) => Buffer.compare(Buffer.from(one.path), Buffer.from(other.path)));
}

/** Returns the parent directories from the outermost to the innermost, without the root. */
function parents(file: string): readonly string[] {
  const parent = path.posix.dirname(file);
  return parent === '/' || parent === '.' ? [] : [...parents(parent), parent];
}
