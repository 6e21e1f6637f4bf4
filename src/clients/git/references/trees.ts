import type { GitFailureReason } from './git-error.ts';
import type { GitQuery } from './references.ts';

/** The folder, file or submodule at a path of a commit. Equal ids mean equal content, modes included. */
export type Tree =
  | { readonly kind: 'known'; readonly id: string }
  /** The server does not show the tree, or only in large responses. */
  | { readonly kind: 'unknown'; readonly reason: GitFailureReason | 'SubPathNotFound'; readonly message: string };

/** A query to a git server: which trees does this commit have at these paths? */
export interface TreeQuery extends Pick<GitQuery, 'address' | 'credentials' | 'network'> {
  /** The full id of the commit. */
  readonly commit: string;
  /** The paths, each as `treePath` returns it. */
  readonly paths: readonly string[];
  /** Earlier commits that stay in use while the tree at a path is the same. */
  readonly kept: readonly string[];
}

/** The answer to a `TreeQuery`. */
export interface FoundTrees {
  /** The trees by path. */
  readonly trees: ReadonlyMap<string, Tree>;
  /** The kept commits that the server no longer has. */
  readonly missing: ReadonlySet<string>;
}

/** Returns the tree of each path. Rejects with a `GitError` of the server as a whole, or with the reason of the aborted signal. */
export type FindTrees = (query: TreeQuery, signal: AbortSignal) => Promise<FoundTrees>;

/** Returns the path of a folder inside a repository, without needless slashes and dots; `''` for the whole repository. */
export function treePath(subPath: string): string {
  return subPath
    .split('/')
    .filter((name) => name !== '' && name !== '.')
    .join('/');
}

/** Returns an unknown tree for each path, with the same reason and message. */
export function unknownTrees(
  { paths }: Pick<TreeQuery, 'paths'>,
  { reason, message }: Pick<Extract<Tree, { kind: 'unknown' }>, 'reason' | 'message'>,
): FoundTrees {
  return { trees: new Map(paths.map((path) => [path, { kind: 'unknown', reason, message }])), missing: new Set() };
}
