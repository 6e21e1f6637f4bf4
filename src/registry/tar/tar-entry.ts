interface Placed {
  /** Written as it is: a layer's paths have a leading slash, an archive's have none. */
  readonly path: string;
  /** Permissions: where not told 0644 of a file, 0755 of a directory, 0777 of a link. */
  readonly mode?: number;
  /** Root's where not told. */
  readonly uid?: number;
  readonly gid?: number;
  /** Seconds since 1970. */
  readonly mtime?: number;
}

export interface FileEntry extends Placed {
  readonly kind: 'file';
  readonly content: Uint8Array | string;
}

export interface DirectoryEntry extends Placed {
  readonly kind: 'directory';
}

export interface SymlinkEntry extends Placed {
  readonly kind: 'symlink';
  readonly target: string;
}

/** What a tar holds. */
export type TarEntry = FileEntry | DirectoryEntry | SymlinkEntry;
