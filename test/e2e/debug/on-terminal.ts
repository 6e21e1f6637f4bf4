import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { until } from '../../cluster/processes/until.ts';
import { ROOT } from '../../support/command.ts';

/** A command on a terminal of 111 columns and 33 rows. */
export interface OnTerminal {
  /** Returns all that the terminal has shown. */
  readonly text: () => string;
  /** Waits until the terminal has shown a text, and then types. Ends the command if the text does not come. */
  readonly answer: (shown: RegExp, typed: string) => Promise<void>;
  /** Waits for the end of the command and returns its exit code. */
  readonly ended: () => Promise<number | null>;
}

/** Starts the bundled command on a terminal, by script(1). */
export function onTerminal(args: readonly string[]): OnTerminal {
  const words = [process.execPath, path.join(ROOT, 'dist/bundle/taskpack.cjs'), ...args];
  const line = `stty cols 111 rows 33; exec ${words.map((word) => `'${word}'`).join(' ')}`;
  const child = spawn('script', ['--quiet', '--return', '--command', line, '/dev/null'], {
    env: { PATH: process.env['PATH'], TERM: 'dumb' },
  });
  let shown = '';
  child.stdout.on('data', (chunk: Buffer) => (shown += String(chunk)));
  const closed = once(child, 'close');
  return {
    text: () => shown,
    answer: async (awaited, typed) => {
      await until(`${awaited}`, async () => (awaited.test(shown) ? true : undefined), { seconds: 60 }).catch(
        (cause: unknown) => {
          child.kill('SIGKILL');
          throw new Error(`the terminal has shown ${shown}`, { cause });
        },
      );
      child.stdin.write(typed);
    },
    ended: async () => {
      await closed;
      return child.exitCode;
    },
  };
}
