import type { PlainStatus } from '../plain-status.ts';
import type { Subject } from '../subject.ts';

/** What both sides make of one Pod. */
export interface Pair {
  readonly kpack: PlainStatus;
  readonly ours: PlainStatus;
}

/** A difference that is meant; its id is a row of docs/kpack-differences.md. It is taken away in one or both of two ways. */
export interface Difference {
  readonly id: string;
  /** The Pod and image of which kpack says what taskpack says of these, made without looking at what taskpack says. */
  readonly amend?: (subject: Subject) => Partial<Pick<Subject, 'pod' | 'image'>>;
  /** Both sides without what differs. */
  readonly reduce?: (pair: Pair, subject: Subject) => Pair;
}
