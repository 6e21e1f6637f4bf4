export interface ArchiveFile {
  readonly path: string;
  readonly content: Buffer;
  readonly mode?: number;
}

export function tarball(files: readonly ArchiveFile[]): Buffer;
