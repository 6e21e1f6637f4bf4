import type { Clock } from '../../core/runtime/clock.ts';

/** Changes that a feed has not sent yet. */
export interface Changes {
  /** Records that something has changed. */
  readonly record: () => void;
  /**
   * Resolves a moment after the next change, or at once if something has changed since the last call, so that several changes are
   * sent together. With a time limit in milliseconds, resolves after that at the latest. Rejects if the signal is aborted.
   */
  readonly next: (limitMs?: number) => Promise<void>;
}

/** Returns a recorder of changes. Changes within `batchMs` count as one. */
export function recordedChanges(
  batchMs: number,
  { sleep, schedule }: Pick<Clock, 'sleep' | 'schedule'>,
  signal: AbortSignal,
): Changes {
  let isChanged = false;
  let wake: (() => void) | undefined;
  signal.addEventListener('abort', () => wake?.(), { once: true });
  const changed = async (limitMs: number | undefined): Promise<void> => {
    if (isChanged) return;
    const cancel = limitMs === undefined ? undefined : schedule(limitMs, () => wake?.());
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
    cancel?.();
  };
  return {
    record: () => {
      isChanged = true;
      wake?.();
    },
    next: async (limitMs) => {
      signal.throwIfAborted();
      await changed(limitMs);
      await sleep(batchMs, signal);
      isChanged = false;
    },
  };
}
