import { candidateNames, isCommitId, mayBeCommit } from '../../../core/model/git-revision.ts';
import { oneLine } from '../../../core/model/one-line.ts';
import { PrepareError } from '../../../core/model/step-failures/step-error.ts';
import type { Git } from '../../../clients/git/run-git.ts';

const FETCH = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules', '--no-auto-gc'];

/** The ref namespace for fetched commits until the checkout. */
const REF_NAMESPACE = 'refs/taskpack';

/** Fetches a revision and returns its commit. Fetches a single commit if the server supports that. Rejects with `RevisionNotFound`. */
export async function fetchCommit(git: Git, directory: string, target: FetchTarget): Promise<string> {
  switch (target.kind) {
    case 'ref':
      await fetchOne(git, directory, target.name).catch(async (error: unknown) => {
        if (!isWithoutDepth(error)) throw error;
        await fetchOne(git, directory, target.name, []);
      });
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

/** Fetches a ref or commit, by default without its history. */
async function fetchOne(git: Git, directory: string, what: string, depth = ['--depth=1']): Promise<void> {
  await git(directory, [...FETCH, ...depth, '--', 'origin', `+${what}:${REF_NAMESPACE}/source`]);
}

/** Fetches all branches and tags with their history, and so all commits of the server. */
async function fetchAll(git: Git, directory: string): Promise<void> {
  const all = [`+refs/heads/*:${REF_NAMESPACE}/heads/*`, `+refs/tags/*:${REF_NAMESPACE}/tags/*`];
  await git(directory, [...FETCH, '--', 'origin', ...all]);
}

/** True if the history must be fetched, because many servers serve only tips by commit. */
function needsHistory(error: unknown): boolean {
  return isWithoutDepth(error) || (error instanceof PrepareError && error.code === 'RevisionNotFound');
}

/** True for a server of plain files (gitprotocol-http(5), "Dumb Clients"), which has no shallow clones. */
function isWithoutDepth(error: unknown): boolean {
  return error instanceof PrepareError && /does not support shallow/.test(error.message);
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

/** The hash function of a repository's ids (git-init(1), `--object-format`). */
type ObjectFormat = 'sha1' | 'sha256';

/** The ref or commit to fetch for a revision, and the format of the repository that receives it. */
interface ResolvedTarget {
  readonly target: FetchTarget;
  readonly format: ObjectFormat;
}

/** Resolves a revision with the refs of the server. Needs no repository. Rejects with `RevisionNotFound`. */
export async function resolveRevision(
  git: Git,
  directory: string,
  url: string,
  revision: string,
): Promise<ResolvedTarget> {
  if (isCommitId(revision)) {
    const id = revision.toLowerCase();
    return { target: { kind: 'commit', id }, format: formatOf(id) };
  }
  const candidates = candidateNames(revision);
  const existing = candidates.length === 0 ? new Map<string, string>() : await refsAt(git, directory, url, candidates);
  const name = candidates.find((ref) => existing.has(ref));
  if (name !== undefined) return { target: { kind: 'ref', name }, format: formatOf(existing.get(name)) };
  if (!mayBeCommit(revision)) throw unknownRevision(revision);
  const heads = await refsAt(git, directory, url, ['HEAD', 'refs/heads/*']);
  const [any] = heads.values();
  return { target: { kind: 'abbreviated', id: revision.toLowerCase() }, format: formatOf(any) };
}

function formatOf(id = ''): ObjectFormat {
  return id.length === SHA256_DIGITS ? 'sha256' : 'sha1';
}

const SHA256_DIGITS = 64;

function unknownRevision(revision: string): PrepareError {
  const shown = oneLine(JSON.stringify(revision.slice(0, 200)));
  return new PrepareError(
    'RevisionNotFound',
    `the repository has no branch, tag or commit ${shown}: correct the revision`,
  );
}

/** Returns the ids of the refs by their names. */
async function refsAt(
  git: Git,
  directory: string,
  url: string,
  patterns: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const lines = (await git(directory, ['ls-remote', '--', url, ...patterns])).split('\n');
  return new Map(lines.map((line) => line.split('\t')).map(([id = '', name = '']) => [name, id]));
}
