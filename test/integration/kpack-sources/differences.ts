import type { SourceResolver } from '../../../src/core/api/kpack/source-resolver.ts';
import { currentSource } from '../../../src/controller/sources/resolvers/wanted-source.ts';
import type { RevisionAnswer } from '../../../src/controller/sources/git-access/watched-repository.ts';
import { isCommitId } from '../../../src/core/model/git-revision.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';
import { objectAt, textAt } from '../../support/json-field.ts';
import type { PlainSource } from './plain-source.ts';

/** A SourceResolver, and what its git server answers. */
export interface Scene {
  readonly resolver: SourceResolver;
  readonly answer: RevisionAnswer;
}

/** An intended difference. Its id is a row of docs/reference/kpack-differences.md. */
export interface Difference {
  readonly id: string;
  /** Returns kpack's status with the difference. Must not depend on taskpack's status. */
  readonly amend: (kpack: PlainSource, scene: Scene) => PlainSource;
}

const READY = 'Ready=True';
const POLLED = 'ActivePolling=True';
const NOT_POLLED = 'ActivePolling=False';
const NEVER = `${NOT_POLLED} PollIntervalNever the annotation taskpack.dev/poll-interval is never`;

const UNANSWERED: Difference = {
  id: 'no-commit-without-an-answer',
  amend: (kpack, { resolver, answer }) => {
    if (answer.kind !== 'failed' || answer.reason === 'RevisionNotFound') return kpack;
    if (currentSource(resolver) !== undefined) return kpack;
    return unresolved(resolver, answer);
  },
};

const CAUSE: Difference = {
  id: 'cause-beside-the-last-commit',
  amend: (kpack, { resolver, answer }) => {
    const known = currentSource(resolver);
    if (answer.kind !== 'failed' || known === undefined) return kpack;
    if (answer.reason === 'RevisionNotFound' && kpackType(kpack) !== 'Commit') return kpack;
    const conditions = [READY, POLLED, `UpToDate=False ${answer.reason} ${answer.message}`];
    return { ...kpack, source: { git: { ...objectOf(known.git) } }, conditions };
  },
};

const UNKNOWN_REVISION: Difference = {
  id: 'unknown-revisions',
  amend: (kpack, { resolver, answer }) => {
    if (answer.kind !== 'failed' || answer.reason !== 'RevisionNotFound') return kpack;
    return currentSource(resolver) === undefined ? unresolved(resolver, answer) : kpack;
  },
};

const COMMIT_OF_TAG: Difference = {
  id: 'commits-of-annotated-tags',
  amend: (kpack, { resolver, answer }) => {
    const { commit = '', tagObject } = answer.kind === 'resolved' ? answer.revision : {};
    const git = objectAt(kpack.source, 'git');
    const isKept = currentSource(resolver)?.git?.revision === tagObject;
    if (tagObject === undefined || textAt(git, 'revision') !== tagObject || isKept) return kpack;
    return { ...kpack, source: { git: { ...git, revision: commit } } };
  },
};

const FULL_NAME: Difference = {
  id: 'all-references',
  amend: (kpack, { resolver, answer }) => {
    const { revision = '' } = resolver.spec.source.git ?? {};
    if (answer.kind !== 'resolved' || !/^(?:refs\/|pull\/|HEAD$)/.test(revision)) return kpack;
    const { type, commit, tagObject } = answer.revision;
    const known = currentSource(resolver)?.git?.revision;
    const git = { ...specOf(resolver), revision: known === tagObject && tagObject ? tagObject : commit, type };
    const { generation = 0 } = resolver.metadata;
    return { source: { git }, conditions: [READY, POLLED], observedGeneration: generation };
  },
};

const COMMIT: Difference = {
  id: 'commits-need-no-server',
  amend: (kpack, { resolver }) => {
    const { revision = '' } = resolver.spec.source.git ?? {};
    if (!isCommitId(revision)) return kpack;
    const { generation = 0 } = resolver.metadata;
    const git = { ...specOf(resolver), revision, type: 'Commit' };
    return { source: { git }, conditions: [READY, NOT_POLLED], observedGeneration: generation };
  },
};

const AMBIGUOUS_NAME: Difference = {
  id: 'abbreviated-commits',
  amend: (kpack, { answer }) => {
    if (answer.kind !== 'resolved' || kpackType(kpack) !== 'Commit') return kpack;
    const { type, commit } = answer.revision;
    return type === 'Commit' && !isCommitId(commit) ? { ...kpack, conditions: [READY, POLLED] } : kpack;
  },
};

const STRIP_COMPONENTS: Difference = {
  id: 'strip-components-of-blobs',
  amend: (kpack, { resolver }) => {
    const { stripComponents = 0 } = resolver.spec.source.blob ?? {};
    if (stripComponents === 0) return kpack;
    return { ...kpack, source: { blob: { ...objectAt(kpack.source, 'blob'), stripComponents } } };
  },
};

const INTERVAL: Difference = {
  id: 'polling-turned-off',
  amend: (kpack, { resolver, answer }) => {
    if (resolver.metadata.annotations?.['taskpack.dev/poll-interval'] !== 'never') return kpack;
    const known = currentSource(resolver);
    const source = known === undefined ? kpack.source : { git: { ...objectOf(known.git) } };
    const isResolved = ['Branch', 'Tag', 'Commit'].includes(kpackType({ ...kpack, source }) ?? '');
    const canMove = isResolved && !isCommitId(resolver.spec.source.git?.revision ?? '');
    if (!canMove || answer.kind === 'failed') return kpack;
    return { ...kpack, source, conditions: [READY, NEVER], observedGeneration: resolver.metadata.generation ?? 0 };
  },
};

/** All differences, in the order in which they are applied. */
export const DIFFERENCES: readonly Difference[] = [
  UNANSWERED,
  CAUSE,
  UNKNOWN_REVISION,
  COMMIT_OF_TAG,
  FULL_NAME,
  COMMIT,
  AMBIGUOUS_NAME,
  STRIP_COMPONENTS,
  INTERVAL,
];

function unresolved({ metadata }: SourceResolver, answer: Extract<RevisionAnswer, { kind: 'failed' }>): PlainSource {
  const conditions = [`Ready=False ${answer.reason} ${answer.message}`, POLLED];
  return { source: {}, conditions, observedGeneration: metadata.generation ?? 0 };
}

function kpackType({ source }: PlainSource): string | undefined {
  return textAt(objectAt(source, 'git'), 'type');
}

function specOf({ spec }: SourceResolver): JsonObject {
  const { url = '', initializeSubmodules } = spec.source.git ?? {};
  const { subPath } = spec.source;
  return {
    url,
    ...(subPath !== undefined && { subPath }),
    ...(initializeSubmodules === true && { initializeSubmodules }),
  };
}

function objectOf(value: unknown): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}
