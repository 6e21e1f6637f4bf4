import { CrowdedNamesError } from '../../../clients/git/references/git-error.ts';
import type { ListReferences, References } from '../../../clients/git/references/references.ts';
import type { TreeSearch } from './repository-trees.ts';
import { wantedNames, type Repository } from './watched-repository.ts';

/** After this time, a crowded name is asked for again. */
const CROWDED_MS = 3_600_000;

/** The most lists of one query. Each is too long because of other names. */
const MAX_LISTS = 3;

/** The references of a repository, and the names that they were asked for. */
interface Listed {
  readonly references: References;
  readonly names: readonly string[];
}

/**
 * Lists the references that the watchers of a repository want. A name that makes the list too long is left out, and only its own watchers
 * fail. Rejects with `GitError`.
 */
export async function listReferences(
  list: ListReferences,
  { elapsed, signal }: Pick<TreeSearch, 'elapsed' | 'signal'>,
  repository: Repository,
): Promise<Listed> {
  if (elapsed() >= repository.crowded.untilMs) repository.crowded = { names: new Set(), untilMs: Infinity };
  for (let lists = 1; ; lists += 1) {
    const names = wantedNames(repository);
    // Without names, the server would send all references.
    if (names.length === 0 && repository.crowded.names.size > 0) return { references: new Map(), names };
    try {
      return { references: await list({ ...repository.login, names }, signal), names };
    } catch (error) {
      if (!(error instanceof CrowdedNamesError)) throw error;
      const crowded = new Set([...repository.crowded.names, ...error.names]);
      repository.crowded = { names: crowded, untilMs: Math.min(repository.crowded.untilMs, elapsed() + CROWDED_MS) };
      if (lists === MAX_LISTS) throw error;
    }
  }
}
