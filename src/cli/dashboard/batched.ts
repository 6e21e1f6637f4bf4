import type { Cancel, Clock } from '../../core/runtime/clock.ts';

export interface BatchLimits {
  readonly maxItems: number;
  /** The longest time that an item waits for others, in milliseconds. */
  readonly waitMs: number;
}

/** Yields the items of a source in batches: each when it is full, or when its first item has waited. */
export async function* batched<T>(
  source: AsyncGenerator<T, void>,
  { maxItems, waitMs }: BatchLimits,
  { schedule }: Pick<Clock, 'schedule'>,
): AsyncGenerator<readonly T[]> {
  const step = (): Promise<IteratorResult<T, void>> => {
    const result = source.next();
    // The reader may be busy with the last batch when the source fails. The failure is thrown with the next batch.
    result.catch(() => undefined);
    return result;
  };
  let next = step();
  try {
    for (;;) {
      let result: IteratorResult<T, void> | 'late' = await next;
      const batch: T[] = [];
      const { late, cancel } = timer(waitMs, schedule);
      while (result !== 'late' && result.done !== true) {
        batch.push(result.value);
        next = step();
        result = batch.length < maxItems ? await Promise.race([next, late]) : 'late';
      }
      cancel();
      if (batch.length > 0) yield batch;
      if (result !== 'late') return;
    }
  } finally {
    // The source may wait for an item that comes late or never, so this does not wait for the source.
    source.return().catch(() => undefined);
  }
}

function timer(waitMs: number, schedule: Clock['schedule']) {
  let cancel: Cancel | undefined;
  const late = new Promise<'late'>((resolve) => {
    cancel = schedule(waitMs, () => resolve('late'));
  });
  return { late, cancel: () => cancel?.() };
}
