import type { ImageWorld } from '../image-oracle.ts';
import type { Pair } from '../outcome.ts';

/** An intended difference. Its id is a row of docs/reference/kpack-differences.md. One or both functions remove it. */
export interface Difference {
  readonly id: string;
  /** Returns a world for which kpack does what taskpack does in this one. Must not depend on the outcomes. */
  readonly amend?: (world: ImageWorld) => ImageWorld;
  /** Returns both outcomes without the difference. */
  readonly reduce?: (pair: Pair, world: ImageWorld) => Pair;
}
