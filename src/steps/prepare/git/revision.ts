import { PrepareError } from '../prepare-error.ts';
import type { Git } from './run-git.ts';

/** What of the repository has to be fetched for a revision. */
export type Wanted =
  /** A branch, a tag or alike by its full name. */
  | { readonly kind: 'ref'; readonly name: string }
  | { readonly kind: 'commit'; readonly id: string }
  /** The beginning of a commit's name, which no server resolves. */
  | { readonly kind: 'abbreviated'; readonly id: string };

/** Where a name is looked for, in this order: the first is meant (kpack, pkg/git, `remoteGitResolver`). */
function placesOf(revision: string): readonly string[] {
  return ['', 'refs/heads/', 'refs/tags/', 'refs/'].map((prefix) => prefix + revision);
}

/** Asks the server what a revision means. Rejects with `RevisionNotFound`. */
export async function resolveRevision(git: Git, directory: string, revision: string): Promise<Wanted> {
  if (/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(revision)) return { kind: 'commit', id: revision };
  const places = isName(revision) ? placesOf(revision) : [];
  const refs = await refsAt(git, directory, places);
  const name = places.find((place) => refs.includes(place));
  if (name !== undefined) return { kind: 'ref', name };
  if (/^[0-9a-f]{4,39}$/.test(revision)) return { kind: 'abbreviated', id: revision };
  throw unknownRevision(revision);
}

/** What the user is told of a revision that is not there. */
export function unknownRevision(revision: string): PrepareError {
  const shown = JSON.stringify(revision.slice(0, 200));
  return new PrepareError('RevisionNotFound', `the repository has no branch, tag or commit ${shown}`);
}

async function refsAt(git: Git, directory: string, places: readonly string[]): Promise<readonly string[]> {
  if (places.length === 0) return [];
  const lines = await git(directory, ['ls-remote', '--', 'origin', ...places]);
  return lines.split('\n').map((line) => line.split('\t')[1] ?? '');
}

/** Whether a text can be the name of a ref, and is no pattern (git-check-ref-format). */
function isName(text: string): boolean {
  return text !== '' && !/[\s~^:?*[\\\p{Cc}]|\.\.|@\{|^[-+/]/u.test(text);
}
