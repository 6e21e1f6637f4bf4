import { oneLine } from '../../../model/one-line.ts';
import { PrepareError } from '../../step-error.ts';
import type { Git } from './run-git.ts';

const FETCH = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules', '--no-auto-gc'];

/** The ref namespace for fetched commits until the checkout. */
const REF_NAMESPACE = 'refs/taskpack';

/** Fetches a revision and returns its commit. Fetches a single commit if the server supports that. Rejects with `RevisionNotFound`. */
export async function fetchCommit(git: Git, directory: string, target: FetchTarget): Promise<string> {
  switch (target.kind) {
    case 'ref':
      await fetchOne(git, directory, target.name);
      return commitOf(git, directory, `${REF_NAMESPACE}/source`, target.name);
    case 'commit':
      await fetchOne(git, directory, target.id).catch(async (error: unknown) => {
        if (!needsHistory(error)) throw error;
        await fetchAll(git, directory);
      });
      return commitOf(git, directory, target.id, target.id);
    case 'abbreviated':
      await fetchAll(git, directory);
      return commitOf(git, directory, target.id, target.id);
  }
}

/** Fetches a ref or commit without its history. */
async function fetchOne(git: Git, directory: string, what: string): Promise<void> {
  await git(directory, [...FETCH, '--depth=1', '--', 'origin', `+${what}:${REF_NAMESPACE}/source`]);
}

/** Fetches all branches and tags with their history, and so all commits of the server. */
async function fetchAll(git: Git, directory: string): Promise<void> {
  const all = [`+refs/heads/*:${REF_NAMESPACE}/heads/*`, `+refs/tags/*:${REF_NAMESPACE}/tags/*`];
  await git(directory, [...FETCH, '--', 'origin', ...all]);
}

/** True if the history must be fetched: many servers serve only tips by commit, and dumb HTTP has no shallow clones. */
function needsHistory(error: unknown): boolean {
  return error instanceof PrepareError && (error.code === 'RevisionNotFound' || /shallow/.test(error.message));
}

async function commitOf(git: Git, directory: string, name: string, asked: string): Promise<string> {
  try {
    const id = await git(directory, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]);
    if (COMMIT.test(id.trim())) return id.trim();
  } catch (error) {
    // With --quiet, git prints no error for an unknown name.
    if (!(error instanceof PrepareError && error.code === 'PrepareFailed')) throw error;
  }
  throw unknownRevision(asked);
}

/** Any other text could be an option of the next command. */
const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** The ref or commit to fetch for a revision. */
type FetchTarget =
  /** A ref by its full name. */
  | { readonly kind: 'ref'; readonly name: string }
  | { readonly kind: 'commit'; readonly id: string }
  /** An abbreviated commit, which servers do not resolve. */
  | { readonly kind: 'abbreviated'; readonly id: string };

/** Returns the refs that a revision can mean. The first existing ref is used (kpack, pkg/git, `remoteGitResolver`). */
function candidateRefs(revision: string): readonly string[] {
  return ['', 'refs/heads/', 'refs/tags/', 'refs/'].map((prefix) => prefix + revision);
}

/** Resolves a revision with the refs of the server. Rejects with `RevisionNotFound`. */
export async function resolveRevision(git: Git, directory: string, revision: string): Promise<FetchTarget> {
  if (/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/i.test(revision)) return { kind: 'commit', id: revision.toLowerCase() };
  const candidates = isName(revision) ? candidateRefs(revision) : [];
  const existing = await refsAt(git, directory, candidates);
  const name = candidates.find((ref) => existing.includes(ref));
  if (name !== undefined) return { kind: 'ref', name };
  if (/^[0-9a-f]{4,39}$/.test(revision)) return { kind: 'abbreviated', id: revision };
  throw unknownRevision(revision);
}

function unknownRevision(revision: string): PrepareError {
  const shown = oneLine(JSON.stringify(revision.slice(0, 200)));
  return new PrepareError(
    'RevisionNotFound',
    `the repository has no branch, tag or commit ${shown}: correct the revision`,
  );
}

async function refsAt(git: Git, directory: string, candidates: readonly string[]): Promise<readonly string[]> {
  if (candidates.length === 0) return [];
  const lines = await git(directory, ['ls-remote', '--', 'origin', ...candidates]);
  return lines.split('\n').map((line) => line.split('\t')[1] ?? '');
}

/** True if a text can be a ref name and is not a pattern (git-check-ref-format(1)). */
function isName(text: string): boolean {
  return text !== '' && !/[\s~^:?*[\\\p{Cc}]|\.\.|@\{|^[-+/]/u.test(text);
}
