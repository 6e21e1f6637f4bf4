import type { Redaction } from '../../http/redaction.ts';
import type { GitAddress } from '../address.ts';
import type { GitCredential } from '../credentials.ts';

/** The object that a reference points to. */
export interface Reference {
  /** The id of the object: a commit, or the tag object of an annotated tag. */
  readonly id: string;
  /** The commit of an annotated tag. */
  readonly peeled?: string;
}

/** References by their full names, such as `refs/heads/main`. */
export type References = ReadonlyMap<string, Reference>;

/** A query to a git server: which objects do these references point to? */
export interface GitQuery {
  readonly address: GitAddress;
  /** The credentials of the account, at most one for each server. */
  readonly credentials: readonly GitCredential[];
  /** The network of the connections: a key of the caller. Absent for connections as the process makes them. */
  readonly network?: string;
  /** Masks the secrets of the credentials in messages of the git program. Without credentials, there are none. */
  readonly redact?: Redaction['redact'];
  /** The full names of the references. */
  readonly names: readonly string[];
}

/** Returns those of the references that exist. Rejects with `GitError`, or with the reason of the aborted signal. */
export type ListReferences = (query: GitQuery, signal: AbortSignal) => Promise<References>;
