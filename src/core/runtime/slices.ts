import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from './clock.ts';

/** After this time, and the step at hand, other work of the event loop runs. */
const MAX_SLICE_MS = 5;

/**
 * Runs work that yields between its steps, and lets other work of the event loop run after every slice. Use it for work whose amount
 * users choose, if one step is short.
 */
export async function inSlices<T>(work: Generator<undefined, T>, { elapsed }: Pick<Clock, 'elapsed'>): Promise<T> {
  for (;;) {
    const startedAtMs = elapsed();
    do {
      const step = work.next();
      if (step.done === true) return step.value;
    } while (elapsed() - startedAtMs < MAX_SLICE_MS);
    await turn();
  }
}
