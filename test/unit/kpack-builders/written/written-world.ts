import type { World } from '../world.ts';

/** A hand-written world, and kpack's expected outcome for its only entry, or for the builder. */
export interface WrittenWorld {
  readonly name: string;
  readonly world: World;
  /** A message, or `id@version of Kind/name`. */
  readonly kpack: string;
  /** The ids of the differences that the world shows. */
  readonly differences?: readonly string[];
}
