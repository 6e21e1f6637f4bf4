import type { Readable } from 'node:stream';
import { createInterface } from 'node:readline/promises';
import type { ExecTerminal } from '../../clients/kube/client/pod-exec.ts';
import { isTerminal, type Terminal } from '../terminal.ts';

/** Prefers bash. Images of the lifecycle alone have no shell. */
export const SHELL = ['sh', '-c', 'command -v bash >/dev/null 2>&1 && exec bash; exec sh'];

/** True if the user can answer questions. */
export function isInteractive({ input, output }: Pick<Terminal, 'input' | 'output'>): boolean {
  return isTerminal(output) && 'isTTY' in input && input.isTTY === true;
}

/** Runs work while the user's terminal passes every key on, including Ctrl-C. */
export async function withRawTerminal<T>(
  { input, output }: Pick<Terminal, 'input' | 'output'>,
  work: (terminal: ExecTerminal) => Promise<T>,
): Promise<T> {
  setRaw(input, true);
  try {
    return await work({
      input,
      size: () => ({ columns: numberAt(output, 'columns') ?? 80, rows: numberAt(output, 'rows') ?? 24 }),
      onResize: (callback) => {
        output.on('resize', callback);
        return () => void output.off('resize', callback);
      },
    });
  } finally {
    setRaw(input, false);
  }
}

function numberAt(output: Terminal['output'], field: string): number | undefined {
  const value: unknown = Reflect.get(output, field);
  return typeof value === 'number' ? value : undefined;
}

function setRaw(input: Readable, isRaw: boolean): void {
  if ('setRawMode' in input && typeof input.setRawMode === 'function') input.setRawMode(isRaw);
}

export type Answer = 'continue' | 'fail' | 'shell' | 'leave';

const ANSWERS: Readonly<Record<string, Answer>> = {
  continue: 'continue',
  c: 'continue',
  fail: 'fail',
  f: 'fail',
  shell: 'shell',
  s: 'shell',
  leave: 'leave',
  l: 'leave',
};

/** Asks how the held phase goes on, until the answer is one of the words. The end of the input means `leave`. */
export async function askHowToGoOn({ input, errors }: Pick<Terminal, 'input' | 'errors'>): Promise<Answer> {
  const lines = createInterface({ input, output: errors });
  try {
    for (;;) {
      const text = await Promise.race([
        lines.question('continue, fail, shell or leave? '),
        new Promise<string>((resolve) => lines.once('close', () => resolve('leave'))),
      ]);
      const answer = ANSWERS[text.trim().toLowerCase()];
      if (answer !== undefined) return answer;
    }
  } finally {
    lines.close();
  }
}
