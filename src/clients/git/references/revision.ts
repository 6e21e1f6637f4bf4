import { candidateNames, isCommitId, mayBeCommit } from '../../../core/model/git-revision.ts';
import { oneLine } from '../../../core/model/one-line.ts';
import type { References } from './references.ts';

/** A revision, resolved to a commit. */
export interface ResolvedRevision {
  /** A branch, and any other reference that is not a tag, moves. */
  readonly type: 'Branch' | 'Tag' | 'Commit';
  readonly commit: string;
  /** The id of an annotated tag's own object. */
  readonly tagObject?: string;
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
