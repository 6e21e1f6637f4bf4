import type { BlobVersion } from './blob-version.ts';

export type Source = (GitSource | BlobSource | RegistrySource | DirectorySource) & {
  /** The directory of the source that contains the application. Absent: the root of the source. */
  readonly subPath?: string;
};

/** A git repository. */
export interface GitSource {
  readonly kind: 'git';
  readonly url: string;
  /** A branch, tag or commit. */
  readonly revision: string;
  readonly initializeSubmodules: boolean;
}

/** An archive at a URL. */
export interface BlobSource {
  readonly kind: 'blob';
  readonly url: string;
  /** The number of leading path segments to remove from each entry (tar, `--strip-components`). */
  readonly stripComponents: number;
  /** The origin of the credentials: `secret` is a source credential, `helper` is the cloud's metadata service. */
  readonly authentication: 'none' | 'helper' | 'secret';
  /** The only content that may be built. Absent if every content may be built. */
  readonly version?: BlobVersion;
}

/** An image whose files are the source. */
export interface RegistrySource {
  readonly kind: 'registry';
  readonly image: string;
  /** Names of Secrets, each once. */
  readonly pullSecrets: readonly string[];
}

/** A directory that an earlier Task of the Pipeline filled: a workspace of the generated Task. */
export interface DirectorySource {
  readonly kind: 'directory';
  readonly path: string;
}

/** The maximum size of a source. */
export interface SourceLimits {
  /** The limit in bytes of the download, and separately of its unpacked content. */
  readonly bytes: number;
  /** The limit on the number of files, directories and links. */
  readonly entries: number;
}
