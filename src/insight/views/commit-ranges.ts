import type { Build } from '../../core/model/objects/build.ts';
import { causeView } from './cause-view.ts';
import { isCommitId } from '../../core/model/git-revision.ts';
import { shortRevision, sourceView } from './source-view.ts';

/** Two commits of one repository. */
export interface CommitRange {
  /** `cause`: the change that caused the Build. `compared-image`: the difference from the source of the compared image. */
  readonly since: 'cause' | 'compared-image';
  readonly old: string;
  readonly new: string;
}

/** The commits between two commits, or how a user can see them. */
export type CommitRangeView = CommitRange &
  (
    | {
        readonly kind: 'listed';
        /** The commits that only the new commit contains, and those that only the old one contains, such as after a force push. */
        readonly added: CommitList;
        readonly removed: CommitList;
      }
    | { readonly kind: 'not-listed'; readonly advice: string }
  );

/** Commits, newest first. There can be more of them than the list contains. */
export interface CommitList {
  readonly count: number;
  readonly commits: readonly CommitView[];
}

/** A commit. Commits are hostile: a subject can contain any characters except line breaks. */
export interface CommitView {
  readonly id: string;
  readonly subject: string;
}

/** The address of a Build's repository, and the ranges of commits that explain the Build. */
export interface WantedCommits {
  readonly url: string;
  readonly ranges: readonly CommitRange[];
}

/** Returns the commits that explain a Build and its image; `undefined` if its source is not a git repository. */
export function wantedCommits(build: Build, compared: Build | undefined): WantedCommits | undefined {
  const source = sourceView(build.spec.source);
  if (source.kind !== 'git') return undefined;
  const { url } = source;
  const cause = causeView(build);
  const changes = cause.kind === 'image' ? cause.changes : [];
  const ranges = changes.flatMap((change) =>
    change.kind === 'commit' ? rangeOf('cause', change.old, change.new) : [],
  );
  const before = compared && sourceView(compared.spec.source);
  // A source at another address has other commits.
  if (before?.kind !== 'git' || before.url !== url) return { url, ranges };
  const image = rangeOf('compared-image', before.commit, source.commit);
  const isKnown = ranges.some(({ old, new: now }) => old === before.commit && now === source.commit);
  return { url, ranges: isKnown ? ranges : [...ranges, ...image] };
}

/** Returns a range as git's commands take it, such as `0f3c9ab..7be2d10`. */
export function rangeText({ old, new: now }: Pick<CommitRange, 'old' | 'new'>): string {
  return `${shortRevision(old)}..${shortRevision(now)}`;
}

/** Revisions come from annotations that any user of the namespace can write. Only the ids of commits are passed to git. */
function rangeOf(
  since: CommitRange['since'],
  old: string | undefined,
  now: string | undefined,
): readonly CommitRange[] {
  if (old === undefined || now === undefined || old === now || !isCommitId(old) || !isCommitId(now)) return [];
  return [{ since, old, new: now }];
}
