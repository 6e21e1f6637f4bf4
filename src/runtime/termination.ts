/** What tells of signals: a Node.js process. */
export interface SignalSource {
  once(signal: NodeJS.Signals, listener: () => void): unknown;
  removeListener(signal: NodeJS.Signals, listener: () => void): unknown;
}

const SIGNALS: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT'];

/** Aborts at the first signal that asks the process to end. The second one ends it at once, as without us. */
export function terminationSignal(source: SignalSource): AbortSignal {
  const termination = new AbortController();
  const terminate = (): void => {
    for (const signal of SIGNALS) source.removeListener(signal, terminate);
    termination.abort();
  };
  for (const signal of SIGNALS) source.once(signal, terminate);
  return termination.signal;
}
