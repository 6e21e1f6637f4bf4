import type { Outcome } from '../../../runtime/outcome.ts';

/** What became of a decision: the world has changed and is to be looked at anew, or that is all for now. */
export type Applied = { readonly kind: 'again' } | Outcome;

export const AGAIN: Applied = { kind: 'again' };

/** Nothing for so many milliseconds, if told, or before something changes. */
export function nothingFor(after: number | undefined): Applied {
  return after === undefined ? { kind: 'done' } : { kind: 'requeue', after };
}
