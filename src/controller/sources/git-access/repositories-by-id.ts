import { reportableIds } from '../../../clients/git/references/repository-id.ts';
import type { Repository } from './watched-repository.ts';

/** Repositories by the key of their login, with an index of the ids by which a push can report them. */
export class RepositoriesById extends Map<string, Repository> {
  readonly #byId = new Map<string, Set<Repository>>();

  /** Returns the repositories with an id that was reported. */
  reported(id: string): readonly Repository[] {
    return [...(this.#byId.get(id) ?? [])];
  }

  override set(key: string, repository: Repository): this {
    if (this.get(key) === repository) return this;
    this.delete(key);
    for (const id of idsOf(repository)) this.#byId.set(id, (this.#byId.get(id) ?? new Set()).add(repository));
    return super.set(key, repository);
  }

  override delete(key: string): boolean {
    const repository = this.get(key);
    if (repository === undefined) return false;
    for (const id of idsOf(repository)) {
      const withId = this.#byId.get(id);
      withId?.delete(repository);
      if (withId?.size === 0) this.#byId.delete(id);
    }
    return super.delete(key);
  }
}

function idsOf({ id }: Repository): readonly string[] {
  return id === undefined ? [] : reportableIds(id);
}
