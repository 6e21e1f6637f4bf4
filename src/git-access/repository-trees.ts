import { GitError } from '../git-references/git-error.ts';
import type { References } from '../git-references/references.ts';
import { resolveRevision } from '../git-references/revision.ts';
import { unknownTrees, type FindTrees, type Tree } from '../git-references/trees.ts';
import { treeKey, type Repository } from './git-revisions.ts';

/**
 * Returns the trees that the watchers compare, for the commits of these references. It asks only about new commits. A server that
 * does not answer is asked again once; then its trees are unknown, because a new commit must not wait forever for its Build.
 */
export async function treesOf(
  repository: Repository,
  references: References,
  find: FindTrees,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Tree>> {
  const trees = new Map<string, Tree>();
  for (const [commit, all] of wantedPaths(repository, references)) {
    const unasked = [...all].filter((path) => !repository.trees.has(treeKey(commit, path)));
    const question = { ...repository.login, commit, paths: unasked };
    const found = unasked.length === 0 ? new Map<string, Tree>() : await ask(repository, question, find, signal);
    for (const path of all) {
      const tree = found.get(path) ?? repository.trees.get(treeKey(commit, path));
      if (tree !== undefined) trees.set(treeKey(commit, path), tree);
    }
  }
  return trees;
}

async function ask(
  repository: Repository,
  question: Parameters<FindTrees>[0],
  find: FindTrees,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Tree>> {
  try {
    const found = await find(question, signal);
    repository.isTreeFailing = false;
    return found;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof GitError) || !repository.isTreeFailing) {
      repository.isTreeFailing = true;
      throw error;
    }
    return unknownTrees(question, error);
  }
}

/** Returns the paths of each commit. A commit that is not a full id cannot be asked about. */
function wantedPaths({ watchers }: Repository, references: References): ReadonlyMap<string, ReadonlySet<string>> {
  const paths = new Map<string, Set<string>>();
  for (const { wanted } of watchers.values()) {
    const resolved = resolveRevision(wanted.revision, references);
    if (wanted.subPath === undefined || resolved === undefined || resolved.type === 'Commit') continue;
    const ofCommit = paths.get(resolved.commit) ?? new Set();
    paths.set(resolved.commit, ofCommit.add(wanted.subPath));
  }
  return paths;
}
