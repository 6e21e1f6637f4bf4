import process from 'node:process';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs work before a signal or a normal exit ends this process. Returns a function that cancels this. */
export function beforeTheEnd(work: () => Promise<void>, atExit: () => void): () => void {
  const onSignal = (signal: NodeJS.Signals): void => {
    const die = (): void => {
      callOff();
      process.kill(process.pid, signal);
    };
    work().then(die, die);
  };
  const callOff = (): void => {
    for (const signal of SIGNALS) process.off(signal, onSignal);
    process.off('exit', atExit);
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  process.on('exit', atExit);
  return callOff;
}
