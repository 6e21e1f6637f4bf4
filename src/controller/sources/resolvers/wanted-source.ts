import type { ResolvedSource, SourceResolver } from '../../../core/api/kpack/source-resolver.ts';
import type { WantedRevision } from '../git-access/watched-repository.ts';
import { isCommitId, mayBeCommit } from '../../../core/model/git-revision.ts';
import { treePath, type Tree } from '../../../clients/git/references/trees.ts';
import { pollInterval, type PollInterval } from './poll-interval.ts';
import { accountOf, statusSource, subPathOf } from './resolver-fields.ts';
import { wantedVersion, type WantedVersionedSource } from './versioned-source.ts';

/** The part of a SourceResolver's source that is still unknown. */
export type WantedSource =
  /** Nothing: a full commit needs no request. */
  | { readonly kind: 'settled'; readonly source: ResolvedSource }
  /** The commit of a branch, a tag or an abbreviated commit. `kept` stays until the server answers. */
  | {
      readonly kind: 'git';
      readonly wanted: WantedRevision;
      readonly polling: PollInterval;
      readonly kept?: ResolvedSource;
    }
  | WantedVersionedSource;

/**
 * Returns the part of a source that is still unknown. A schema rule has checked that there is exactly one source.
 * `comparesTrees` is true if the tree of the sub path is wanted, too.
 */
export function wantedSource(resolver: SourceResolver, defaultIntervalMs: number, comparesTrees = false): WantedSource {
  const { metadata, spec } = resolver;
  const { git } = spec.source;
  if (git === undefined) return wantedVersion(resolver, defaultIntervalMs);
  const place = subPathOf(resolver);
  if (isCommitId(git.revision)) return { kind: 'settled', source: gitSource(resolver, 'Commit', git.revision) };

  const polling = pollInterval(defaultIntervalMs, metadata.annotations);
  const source = currentSource(resolver);
  const isKnown = source !== undefined;
  const path = comparesTrees ? treePath(place.subPath ?? '') : '';
  const isOnlyOnPush = isKnown && polling.kind === 'never';
  const wanted = {
    url: git.url,
    revision: git.revision,
    ...(path !== '' && { subPath: path, ...kept(resolver) }),
    account: accountOf(resolver),
    intervalMs: polling.kind === 'every' ? polling.intervalMs : defaultIntervalMs,
    isKnown,
    ...(isOnlyOnPush && { isOnlyOnPush }),
  };
  return { kind: 'git', wanted, polling, ...(isOnlyOnPush && { kept: source }) };
}

/** Returns the git source of a status. */
export function gitSource(
  resolver: SourceResolver,
  type: 'Branch' | 'Tag' | 'Commit',
  revision: string,
  tree?: Tree,
): ResolvedSource {
  const { url = '', initializeSubmodules } = resolver.spec.source.git ?? {};
  const git = { url, revision, ...subPathOf(resolver), ...(tree?.kind === 'known' && { tree: tree.id }), type };
  return { git: { ...git, ...(initializeSubmodules === true && { initializeSubmodules }) } };
}

/**
 * Returns the git source in the status if it belongs to the current spec and is resolved. If a server does not answer,
 * kpack writes the type `Unknown`. If the server lacks the revision, kpack writes the type `Commit`, whatever the
 * revision is.
 */
export function currentSource(resolver: SourceResolver): ResolvedSource | undefined {
  const source = statusSource(resolver);
  if (source?.git?.url !== resolver.spec.source.git?.url) return undefined;
  const { type = '', revision = '' } = source?.git ?? {};
  const isResolved = type === 'Branch' || type === 'Tag' || (type === 'Commit' && mayBeCommit(revision));
  return isResolved ? source : undefined;
}

/**
 * Returns the known commit with its tree at the sub path (kpack, retainCommitIfTreeUnchanged). Unlike in kpack, the repository and
 * the sub path must be those of the spec, because another repository or folder may lack the commit or the tree.
 */
export function comparedCommit({ spec, status }: SourceResolver): { commit: string; tree: string } | undefined {
  const { url, subPath = '', revision = '', tree = '' } = status?.source?.git ?? {};
  const isSamePlace = url === spec.source.git?.url && subPath === (spec.source.subPath ?? '');
  return isSamePlace && revision !== '' && tree !== '' ? { commit: revision, tree } : undefined;
}

function kept(resolver: SourceResolver): Pick<WantedRevision, 'kept'> {
  const compared = comparedCommit(resolver);
  return compared === undefined ? {} : { kept: compared.commit };
}
