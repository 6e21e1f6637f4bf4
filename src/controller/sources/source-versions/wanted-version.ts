import type { PrepareFailure } from '../../../core/model/step-failures/prepare-failures.ts';
import type { Account } from '../../registry-access/account.ts';

/** A source whose content can change without a change of its address. */
export type VersionedSource =
  | { readonly kind: 'blob'; readonly url: string; readonly authentication: 'none' | 'secret' }
  | { readonly kind: 'registry'; readonly image: string; readonly pullSecrets: readonly string[] };

/** A source whose version a watcher wants to know, and each change of it. */
export interface WantedVersion {
  readonly source: VersionedSource;
  /** The account whose Secrets are the credentials. */
  readonly account: Account;
  /** The interval at which the server is asked. */
  readonly intervalMs: number;
  /** True if the version was known before, so that the first query can wait. */
  readonly isKnown: boolean;
}

/** The state of a version. The reasons are those of prepare. */
export type VersionAnswer =
  | { readonly kind: 'pending' }
  /** A digest of an image, or a version as `formatBlobVersion` writes it; `undefined` if the server sends none. */
  | { readonly kind: 'resolved'; readonly version: string | undefined }
  | { readonly kind: 'failed'; readonly reason: PrepareFailure; readonly message: string };
