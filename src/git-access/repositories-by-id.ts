import { isAnyHost, isReported } from '../git-references/repository-id.ts';
import type { Repository } from './git-revisions.ts';

/** Repositories by the key of their login, which are found by their id without a look at all of them. */
export class RepositoriesById extends Map<string, Repository> {
  readonly #byId = new Map<string, Set<Repository>>();

  /** Returns the repositories with an id that was reported. */
  reported(id: string): readonly Repository[] {
    if (isAnyHost(id)) return [...this.values()].filter((repository) => isReported(repository.id, id));
    return [...(this.#byId.get(id) ?? [])];
  }

  override set(key: string, repository: Repository): this {
    if (this.get(key) === repository) return this;
    this.delete(key);
    if (repository.id !== undefined) {
      this.#byId.set(repository.id, (this.#byId.get(repository.id) ?? new Set()).add(repository));
    }
    return super.set(key, repository);
  }

  override delete(key: string): boolean {
    const repository = this.get(key);
    const { id } = repository ?? {};
    if (repository !== undefined && id !== undefined) {
      const withId = this.#byId.get(id);
      withId?.delete(repository);
      if (withId?.size === 0) this.#byId.delete(id);
    }
    return super.delete(key);
  }
}
