/** A value that changes over time. */
export interface ObservedValue<T> {
  readonly now: () => T;
  /** Resolves after the next change. Rejects with the signal's reason. */
  readonly changed: (signal: AbortSignal) => Promise<void>;
}

export interface SettableValue<T> extends ObservedValue<T> {
  readonly set: (value: T) => void;
}

/** Returns a value that `set` changes. */
export function observedValue<T>(first: T): SettableValue<T> {
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
          reject(signal.reason instanceof Error ? signal.reason : new Error('the wait was aborted'));
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
