import type { World } from '../world.ts';

/** A world that a person wrote down, and what kpack says of its only entry, or of the builder. */
export interface WrittenWorld {
  readonly name: string;
  readonly world: World;
  /** A sentence, or `id@version of Kind/name`. */
  readonly kpack: string;
  /** The differences that it shows. */
  readonly differences?: readonly string[];
}
