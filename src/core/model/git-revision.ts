/** True for the full id of a commit (SHA-1 or SHA-256), which needs no query. As for git, the digits can be in upper case. */
export function isCommitId(revision: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(revision);
}

/** True for a text that can be a commit, in full or abbreviated. */
export function mayBeCommit(revision: string): boolean {
  return /^[0-9a-f]{4,64}$/i.test(revision);
}

/**
 * Returns the full names of the references that a revision can mean. The first one that exists is used. As in kpack, a reference is
 * found by its short name (go-git, `RefRevParseRules`), also in a repository with the remote branches of a clone.
 */
export function candidateNames(revision: string): readonly string[] {
  if (!isReferenceName(revision)) return [];
  const isFull = revision === 'HEAD' || revision.startsWith('refs/');
  const prefixes = ['refs/heads/', 'refs/tags/', 'refs/', 'refs/remotes/'];
  return [...(isFull ? [revision] : []), ...prefixes.map((prefix) => prefix + revision)];
}

/** True if a text can be the end of a reference's name, and is not a pattern (git-check-ref-format(1)). */
function isReferenceName(text: string): boolean {
  return text !== '' && text.length <= 1024 && !/[\s~^:?*[\\\p{Cc}]|\.\.|@\{|^\//u.test(text);
}
