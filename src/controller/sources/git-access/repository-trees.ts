import { GitError } from '../../../clients/git/references/git-error.ts';
import type { References } from '../../../clients/git/references/references.ts';
import { resolveRevision } from '../../../clients/git/references/revision.ts';
import {
  unknownTrees,
  type FindTrees,
  type FoundTrees,
  type Tree,
  type TreeQuery,
} from '../../../clients/git/references/trees.ts';
import { treeKey, type Repository } from './watched-repository.ts';

/** After this time, the trees of further commits are left to the next query, because other repositories wait. */
const MAX_TIME_MS = 10_000;

export interface TreeSearch {
  readonly find: FindTrees;
  /** Returns milliseconds since any fixed time. */
  readonly elapsed: () => number;
  readonly signal: AbortSignal;
}

/**
 * Returns the trees that the watchers compare, for the commits of these references. It asks only about new commits. A server that
 * does not answer is asked again once; then its trees are unknown, because a new commit must not wait forever for its Build.
 */
export async function treesOf(
  repository: Repository,
  references: References,
  search: TreeSearch,
): Promise<Pick<Repository, 'trees' | 'missing' | 'hasTreesLeft'>> {
  const endMs = search.elapsed() + MAX_TIME_MS;
  const trees = new Map<string, Tree>();
  const missing = new Set<string>();
  let hasTreesLeft = false;
  for (const [commit, { paths, kept }] of wantedTrees(repository, references)) {
    const unasked = [...paths].filter((path) => !repository.trees.has(treeKey(commit, path)));
    const isLate = unasked.length > 0 && search.elapsed() >= endMs;
    hasTreesLeft ||= isLate;
    const query = { ...repository.login, commit, paths: unasked, kept: [...kept] };
    const found = unasked.length === 0 || isLate ? known(repository, query) : await ask(repository, query, search);
    for (const id of found.missing) missing.add(id);
    for (const path of paths) {
      const tree = found.trees.get(path) ?? repository.trees.get(treeKey(commit, path));
      if (tree !== undefined) trees.set(treeKey(commit, path), tree);
    }
  }
  return { trees, missing, hasTreesLeft };
}

/** Returns what the repository's last query found, apart from trees. */
function known({ missing }: Repository, { kept }: TreeQuery): FoundTrees {
  return { trees: new Map(), missing: new Set(kept.filter((id) => missing.has(id))) };
}

async function ask(repository: Repository, query: TreeQuery, { find, signal }: TreeSearch): Promise<FoundTrees> {
  try {
    const found = await find(query, signal);
    repository.isTreeFailing = false;
    return found;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof GitError) || !repository.isTreeFailing) {
      repository.isTreeFailing = true;
      throw error;
    }
    return unknownTrees(query, error);
  }
}

interface WantedTrees {
  readonly paths: Set<string>;
  /** The watchers' kept commits, except for the commit itself. */
  readonly kept: Set<string>;
}

/** Returns what is wanted of each commit. A commit that is not a full id cannot be asked about. */
function wantedTrees({ watchers }: Repository, references: References): ReadonlyMap<string, WantedTrees> {
  const all = new Map<string, WantedTrees>();
  for (const { wanted } of watchers.values()) {
    const { revision, subPath, kept } = wanted;
    const resolved = resolveRevision(revision, references);
    if (subPath === undefined || resolved === undefined || resolved.type === 'Commit') continue;
    const { commit } = resolved;
    const ofCommit = all.get(commit) ?? { paths: new Set(), kept: new Set() };
    all.set(commit, ofCommit);
    ofCommit.paths.add(subPath);
    if (kept !== undefined && kept !== commit) ofCommit.kept.add(kept);
  }
  return all;
}
