/** A source of signals, such as Node's `process`. */
export interface SignalSource {
  once(signal: NodeJS.Signals, listener: () => void): unknown;
  removeListener(signal: NodeJS.Signals, listener: () => void): unknown;
}

const SIGNALS: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT'];

/** Returns a signal that is aborted at the first SIGTERM or SIGINT. The second one kills the process, as by default. */
export function terminationSignal(source: SignalSource): AbortSignal {
  const termination = new AbortController();
  const terminate = (): void => {
    for (const signal of SIGNALS) source.removeListener(signal, terminate);
    termination.abort();
  };
  for (const signal of SIGNALS) source.once(signal, terminate);
  return termination.signal;
}
