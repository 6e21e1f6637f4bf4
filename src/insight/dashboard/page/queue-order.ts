import type { Row } from '../row.ts';

/** Returns the rows that run or wait: first the running ones, then the waiting and the queued ones, each from the oldest. */
export function queueOrder(newestFirst: readonly Row[]): readonly Row[] {
  return newestFirst
    .filter(isInQueue)
    .toReversed()
    .toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** An Image also waits for its source or its builder, and then it has no Build in the queue. */
function isInQueue({ kind, state }: Row): boolean {
  return state === 'queued' || (kind === 'Build' && (state === 'running' || state === 'waiting'));
}

function placeOf({ state }: Row): number {
  return ['running', 'waiting', 'queued'].indexOf(state);
}
