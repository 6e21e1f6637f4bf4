/** Something that somebody else keeps up to date. */
export interface Live<T> {
  readonly now: () => T;
  /** Resolves after the next change; rejects with the reason of an aborted signal. */
  readonly changed: (signal: AbortSignal) => Promise<void>;
}

/** It, for who keeps it up to date. */
export interface Kept<T> extends Live<T> {
  readonly set: (value: T) => void;
}

/** Something that is so at first. */
export function keptLive<T>(first: T): Kept<T> {
  let value = first;
  const waiting = new Set<() => void>();
  return {
    now: () => value,
    set: (next) => {
      value = next;
      const woken = [...waiting];
      waiting.clear();
      for (const wake of woken) wake();
    },
    changed: async (signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const stop = (): void => {
          waiting.delete(wake);
          reject(signal.reason instanceof Error ? signal.reason : new Error('the wait has been ended'));
        };
        const wake = (): void => {
          signal.removeEventListener('abort', stop);
          resolve();
        };
        waiting.add(wake);
        signal.addEventListener('abort', stop, { once: true });
      }),
  };
}
