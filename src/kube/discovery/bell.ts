import type { Collaborators } from '../collaborators.ts';

/** Ends a wait early. */
export interface Bell {
  readonly ring: () => void;
  /** Resolves when it rings, or has since the last wait, or the time is over, or the signal is aborted. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** A bell for one who waits. */
export function makeBell({ sleep }: Pick<Collaborators, 'sleep'>): Bell {
  let hasRung = false;
  let waiting: AbortController | undefined;
  const wake = (): void => waiting?.abort();
  return {
    ring: () => {
      hasRung = true;
      wake();
    },
    wait: async (milliseconds, signal) => {
      waiting = new AbortController();
      signal.addEventListener('abort', wake, { once: true });
      if (!hasRung && !signal.aborted) await sleep(milliseconds, waiting.signal).catch(() => undefined);
      signal.removeEventListener('abort', wake);
      hasRung = false;
    },
  };
}
