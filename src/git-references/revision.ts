import { oneLine } from '../model/one-line.ts';
import type { References } from './references.ts';

/** A revision, resolved to a commit. */
export interface ResolvedRevision {
  /** A branch, and any other reference that is not a tag, moves. */
  readonly type: 'Branch' | 'Tag' | 'Commit';
  readonly commit: string;
  /** The id of an annotated tag's own object. */
  readonly tagObject?: string;
}

/** True for the full id of a commit (SHA-1 or SHA-256), which needs no query. As for git, the digits can be in upper case. */
export function isCommitId(revision: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(revision);
}

/** True for a text that can be a commit, in full or abbreviated. */
export function mayBeCommit(revision: string): boolean {
  return /^(?:[0-9a-f]{4,40}|[0-9a-f]{64})$/.test(revision);
}

/** Returns the full names of the references that a revision can mean, in prepare's order (src/steps/prepare/git). */
export function candidateNames(revision: string): readonly string[] {
  if (!isReferenceName(revision)) return [];
  if (revision === 'HEAD' || revision.startsWith('refs/')) return [revision];
  return ['refs/heads/', 'refs/tags/', 'refs/'].map((prefix) => prefix + revision);
}

/** True if a text can be the name of a reference (git-check-ref-format(1)). */
function isReferenceName(text: string): boolean {
  return text !== '' && text.length <= 1024 && !/[\s~^:?*[\\\p{Cc}]|\.\.|@\{|^[-+/]/u.test(text);
}

/** Resolves a revision with the references of its repository. Returns `undefined` if it is none of them and no commit. */
export function resolveRevision(revision: string, references: References): ResolvedRevision | undefined {
  if (isCommitId(revision)) return { type: 'Commit', commit: revision };
  for (const name of candidateNames(revision)) {
    const found = references.get(name);
    if (found === undefined) continue;
    const { id, peeled } = found;
    const type = name.startsWith('refs/tags/') ? 'Tag' : 'Branch';
    return { type, commit: peeled ?? id, ...(peeled !== undefined && { tagObject: id }) };
  }
  return mayBeCommit(revision) ? { type: 'Commit', commit: revision } : undefined;
}

/** Returns the message for a revision that the repository does not have. */
export function unknownRevision(revision: string): string {
  return `the repository has no branch, tag or commit ${oneLine(JSON.stringify(revision.slice(0, 200)))}: correct the revision`;
}
