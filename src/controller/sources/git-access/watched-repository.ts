import { isDeepStrictEqual } from 'node:util';
import type { GitError } from '../../../clients/git/references/git-error.ts';
import { repositoryId } from '../../../clients/git/references/repository-id.ts';
import type { References } from '../../../clients/git/references/references.ts';
import { resolveRevision, unknownRevision, type ResolvedRevision } from '../../../clients/git/references/revision.ts';
import { candidateNames } from '../../../core/model/git-revision.ts';
import type { Tree } from '../../../clients/git/references/trees.ts';
import type { Account } from '../../registry-access/account.ts';
import type { Login } from './login.ts';

/** A revision whose commit a watcher wants to know, and each change of it. */
export interface WantedRevision {
  readonly url: string;
  readonly revision: string;
  /** The folder whose tree is asked for, too, if the revision is not a commit. `treePath` returned it. */
  readonly subPath?: string;
  /** The commit that stays while the tree at the sub path is the same. */
  readonly kept?: string;
  /** The account whose Secrets are the credentials. */
  readonly account: Account;
  /** The interval at which the server is asked. */
  readonly intervalMs: number;
  /** True if the revision was known before, so that the first query can wait. */
  readonly isKnown: boolean;
  /** True if only a push causes queries for this watcher. It ignores the answers to queries of other watchers. */
  readonly isOnlyOnPush?: boolean;
}

/** The state of a revision. The reasons are those of `GitError`, and `RevisionNotFound`. */
export type RevisionAnswer =
  | { readonly kind: 'pending' }
  /** With the tree at the sub path, if one was wanted. `isKeptMissing` if the server no longer has the kept commit. */
  | {
      readonly kind: 'resolved';
      readonly revision: ResolvedRevision;
      readonly tree?: Tree;
      readonly isKeptMissing?: true;
    }
  | { readonly kind: 'failed'; readonly reason: GitError['reason'] | 'RevisionNotFound'; readonly message: string };

/** A watcher of a revision. */
export interface Watcher {
  readonly wanted: WantedRevision;
  /** The answer to the last query of the server. */
  known: RevisionAnswer;
  /** The answer that the watcher got when it asked last. */
  returned: RevisionAnswer;
  /** The answer that the watcher has stored. */
  stored: RevisionAnswer | undefined;
  /** The pushes to the repository before `known`. */
  pushes: number;
}

/** A repository with one login, its watchers and its last answer. */
export interface Repository {
  readonly key: string;
  /** See `repositoryId`. */
  readonly id: string | undefined;
  readonly login: Login;
  readonly watchers: Map<string, Watcher>;
  references: References | undefined;
  /** The names that the references were asked for. */
  asked: ReadonlySet<string>;
  /** The names that are not asked for until this time, because too many references begin with them. */
  crowded: { readonly names: ReadonlySet<string>; readonly untilMs: number };
  /** When the query that the server answered last was sent, on the clock of this process. */
  askedAtMs: number;
  /** The trees of the watchers' sub paths in the commits of the references, by `treeKey`. */
  trees: ReadonlyMap<string, Tree>;
  /** The watchers' kept commits that the server no longer has. */
  missing: ReadonlySet<string>;
  /** True if the last query ended before all trees were found. */
  hasTreesLeft: boolean;
  /** True if the last query about trees had no answer. */
  isTreeFailing: boolean;
  failure: GitError | undefined;
  /** The number of reported pushes, of those before the last query, and of those before the last answer. */
  pushes: { reported: number; asked: number; answered: number };
}

/** Returns a repository without watchers and answers. */
export function repositoryOf(key: string, login: Login): Repository {
  return {
    key,
    id: repositoryId(login.address.url),
    login,
    watchers: new Map(),
    references: undefined,
    asked: new Set(),
    crowded: { names: new Set(), untilMs: 0 },
    askedAtMs: 0,
    trees: new Map(),
    missing: new Set(),
    hasTreesLeft: false,
    isTreeFailing: false,
    failure: undefined,
    pushes: { reported: 0, asked: 0, answered: 0 },
  };
}

/** Returns the names of all references that the watchers' revisions can mean, except for crowded ones. */
export function wantedNames({ watchers, crowded }: Repository): readonly string[] {
  const names = new Set([...watchers.values()].flatMap(({ wanted }) => candidateNames(wanted.revision)));
  return [...names].filter((name) => !crowded.names.has(name));
}

/** Returns the shortest interval of all watchers that are polled; `Infinity` if none is. */
export function shortestInterval({ watchers }: Repository): number {
  const polled = [...watchers.values()].filter(({ wanted }) => wanted.isOnlyOnPush !== true);
  return polled.reduce((shortest, { wanted }) => Math.min(shortest, wanted.intervalMs), Infinity);
}

/** Returns the state of a revision in the repository's last answer. */
export function answerFor(
  { references, asked, crowded, trees, missing, failure }: Repository,
  { revision, subPath, kept = '' }: Pick<WantedRevision, 'revision' | 'subPath' | 'kept'>,
): RevisionAnswer {
  if (failure !== undefined) return { kind: 'failed', reason: failure.reason, message: failure.message };
  const names = candidateNames(revision);
  const crowd = names.find((name) => crowded.names.has(name));
  if (crowd !== undefined) return { kind: 'failed', reason: 'InvalidResponse', message: crowdedName(crowd) };
  if (references === undefined || names.some((name) => !asked.has(name))) return { kind: 'pending' };
  const resolved = resolveRevision(revision, references);
  if (resolved === undefined) {
    return { kind: 'failed', reason: 'RevisionNotFound', message: unknownRevision(revision) };
  }
  if (subPath === undefined || resolved.type === 'Commit') return { kind: 'resolved', revision: resolved };
  const tree = trees.get(treeKey(resolved.commit, subPath));
  if (tree === undefined) return { kind: 'pending' };
  return { kind: 'resolved', revision: resolved, tree, ...(missing.has(kept) && { isKeptMissing: true }) };
}

function crowdedName(name: string): string {
  return `more references of the repository begin with ${JSON.stringify(name)} than taskpack reads: write the whole name of the branch or tag, such as refs/heads/main`;
}

/** Returns the key of a tree in `Repository.trees`. */
export function treeKey(commit: string, path: string): string {
  return `${commit}:${path}`;
}

/** Returns the watchers whose answer has changed, and records that they know the new one. */
export function changedWatchers(repository: Repository): readonly string[] {
  const { reported, answered } = repository.pushes;
  return [...repository.watchers].flatMap(([name, watcher]) => {
    const answer = answerFor(repository, watcher.wanted);
    const news = answer.kind === 'failed' ? reported : answered;
    if (watcher.wanted.isOnlyOnPush === true && news <= watcher.pushes) return [];
    if (answer.kind === 'pending') return [];
    // After a failure, the push still needs an answer, so the query is sent again.
    if (answer.kind === 'resolved') watcher.pushes = answered;
    if (isDeepStrictEqual(answer, watcher.known)) return [];
    watcher.known = answer;
    return [name];
  });
}

/** True if the server has answered since the last push, and all watchers have stored their answers. */
export function isStored({ pushes, watchers }: Repository): boolean {
  return pushes.answered === pushes.reported && [...watchers.values()].every(({ known, stored }) => known === stored);
}
