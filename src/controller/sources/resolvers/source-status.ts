import {
  POLL_INTERVAL_ANNOTATION,
  type ResolvedSource,
  type SourceResolver,
} from '../../../core/api/kpack/source-resolver.ts';
import type { RevisionAnswer } from '../git-access/watched-repository.ts';
import { unknownRevision, type ResolvedRevision } from '../../../clients/git/references/revision.ts';
import type { Tree } from '../../../clients/git/references/trees.ts';
import type { JsonObject } from '../../../core/model/json.ts';
import type { VersionAnswer } from '../source-versions/wanted-version.ts';
import { completeStatus, type NewCondition } from '../../kit/status.ts';
import type { PollInterval } from './poll-interval.ts';
import { currentVersion, versionedSource } from './versioned-source.ts';
import { comparedCommit, currentSource, gitSource, type WantedSource } from './wanted-source.ts';

type FailedAnswer = Extract<RevisionAnswer, { kind: 'failed' }>;
type ResolvedAnswer = Extract<RevisionAnswer, { kind: 'resolved' }>;

const READY: NewCondition = { type: 'Ready', status: 'True' };
/** The state of a wanted source. */
export type SourceAnswer = RevisionAnswer | VersionAnswer;

const VERSION_UNKNOWN: NewCondition = {
  type: 'ActivePolling',
  status: 'True',
  reason: 'VersionUnknown',
  message: 'the server sends neither an ETag nor a SHA-256 digest of the blob, so new content causes no Build',
};
const NOT_POLLED: NewCondition = { type: 'ActivePolling', status: 'False' };

/**
 * Returns the answer, or `RevisionNotFound` for the name of a branch or tag that the server lists no more. A name such as `2024` can
 * also be an abbreviated commit, but not if the resolver has known it as a branch or tag.
 */
export function unlessLost<Answer extends SourceAnswer>(
  resolver: SourceResolver,
  answer: Answer,
): Answer | FailedAnswer {
  if (answer.kind !== 'resolved' || 'version' in answer || answer.revision.type !== 'Commit') return answer;
  const known = currentSource(resolver)?.git?.type;
  if (known !== 'Branch' && known !== 'Tag') return answer;
  return { kind: 'failed', reason: 'RevisionNotFound', message: unknownRevision(answer.revision.commit) };
}

/** Returns the complete next status of a SourceResolver; `undefined` while the git server's answer is outstanding. */
export function sourceStatus(
  resolver: SourceResolver,
  wanted: WantedSource,
  answer: SourceAnswer,
  nowMs: number,
): JsonObject | undefined {
  const { source: _, ...others } = resolver.status ?? {};
  const next = (source: ResolvedSource | undefined, conditions: readonly NewCondition[]): JsonObject =>
    completeStatus(resolver, { ...others, ...(source && { source }) }, conditions, nowMs);
  switch (wanted.kind) {
    case 'settled':
      return next(wanted.source, [READY, { ...NOT_POLLED, ...('notPolled' in wanted && wanted.notPolled) }]);
    case 'git':
    case 'version':
      break;
  }
  switch (answer.kind) {
    case 'pending': {
      const kept = wanted.kind === 'git' ? wanted.kept : undefined;
      return kept && next(kept, [READY, activePolling(kept, wanted.polling)]);
    }
    case 'resolved': {
      const { source, conditions } = resolved(resolver, answer, wanted.polling);
      return next(source, conditions);
    }
    case 'failed': {
      const known = wanted.kind === 'git' ? currentSource(resolver) : currentVersion(resolver);
      const { reason, message } = answer;
      const polling = activePolling(known, wanted.polling);
      if (known === undefined) return next(undefined, [{ type: 'Ready', status: 'False', reason, message }, polling]);
      // As in kpack, the last revision stays. This condition is there only while the server does not answer.
      return next(known, [READY, polling, { type: 'UpToDate', status: 'False', reason, message }]);
    }
  }
}

function resolved(
  resolver: SourceResolver,
  answer: SourceAnswer & { readonly kind: 'resolved' },
  polling: PollInterval,
): { readonly source: ResolvedSource; readonly conditions: readonly NewCondition[] } {
  if ('version' in answer) {
    const { version } = answer;
    const condition = version === undefined ? VERSION_UNKNOWN : activePolling(undefined, polling);
    return { source: versionedSource(resolver, version), conditions: [READY, condition] };
  }
  const { revision, tree } = answer;
  const commit = revisionOfSameTree(resolver, answer) ?? revisionOf(resolver, revision);
  const source = gitSource(resolver, revision.type, commit, tree);
  return { source, conditions: [READY, activePolling(source, polling), ...treeConditions(tree)] };
}

function activePolling(source: ResolvedSource | undefined, polling: PollInterval): NewCondition {
  if (source !== undefined && polling.kind === 'never') {
    const message = `the annotation ${POLL_INTERVAL_ANNOTATION} is never`;
    return { ...NOT_POLLED, reason: 'PollIntervalNever', message };
  }
  const problem = polling.kind === 'every' ? polling.problem : undefined;
  return {
    type: 'ActivePolling',
    status: 'True',
    ...(problem !== undefined && { reason: 'PollIntervalInvalid', message: problem }),
  };
}

/**
 * Returns the commit. kpack writes the id of an annotated tag's own object. That id stays while the tag does, because another
 * id for the same commit would look like a new commit.
 */
function revisionOf(resolver: SourceResolver, { type, commit, tagObject }: ResolvedRevision): string {
  const known = currentSource(resolver)?.git;
  return type === 'Tag' && tagObject !== undefined && known?.revision === tagObject ? tagObject : commit;
}

/** Returns the known commit if its tree at the sub path is the same, and the git server still has the commit. */
function revisionOfSameTree(resolver: SourceResolver, { tree, isKeptMissing }: ResolvedAnswer): string | undefined {
  const compared = comparedCommit(resolver);
  const isSame = tree?.kind === 'known' && tree.id === compared?.tree;
  return isSame && isKeptMissing !== true ? compared?.commit : undefined;
}

/** Returns a condition if every commit causes a Build although trees are compared. */
function treeConditions(tree: Tree | undefined): readonly NewCondition[] {
  if (tree?.kind !== 'unknown') return [];
  const { reason, message } = tree;
  return [{ type: 'SubPathCompared', status: 'False', reason, message: `every commit causes a Build: ${message}` }];
}
