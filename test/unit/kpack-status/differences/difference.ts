import type { PlainStatus } from '../plain-status.ts';
import type { Subject } from '../subject.ts';

/** The statuses of taskpack and kpack for one Pod. */
export interface Pair {
  readonly kpack: PlainStatus;
  readonly ours: PlainStatus;
}

/** An intended difference. Its id is a row of docs/reference/kpack-differences.md. One or both functions remove it. */
export interface Difference {
  readonly id: string;
  /**
   * Returns a Pod and image for which kpack writes what taskpack writes for these. Must not depend on taskpack's
   * status.
   */
  readonly amend?: (subject: Subject) => Partial<Pick<Subject, 'pod' | 'image'>>;
  /** Returns both statuses without the difference. */
  readonly reduce?: (pair: Pair, subject: Subject) => Pair;
}
