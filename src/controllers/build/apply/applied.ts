import type { Outcome } from '../../../runtime/outcome.ts';

/** What became of a decision: the world has changed and is to be looked at anew, or that is all for now. */
export type Applied = { readonly kind: 'again' } | Outcome;

export const AGAIN: Applied = { kind: 'again' };

/** Nothing before this time, in milliseconds since 1970, if there is one. */
export function until(time: number | undefined, now: number): Applied {
  return time === undefined ? { kind: 'done' } : { kind: 'requeue', after: Math.max(0, time - now) };
}
