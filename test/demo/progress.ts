import { styleText } from 'node:util';

/** Tells what is being done, a line a step. */
export interface Progress {
  /** Names a step, does it, and says what came of it and how long it took. */
  readonly step: <T>(name: string, work: () => Promise<T>, result: (value: T) => string) => Promise<T>;
  /** Something that a long step does, on a line of its own. */
  readonly note: (line: string) => void;
  /** A step that takes no time. */
  readonly say: (name: string, result: string) => void;
}

/** Wider than the longest name. */
const WIDTH = 11;

/** `elapsed` is a clock in milliseconds. */
export function progressOn(output: NodeJS.WritableStream, elapsed: () => number): Progress {
  // It colours nothing where the stream is no terminal.
  const style = (format: 'bold' | 'dim', text: string): string => styleText(format, text, { stream: output });
  const indent = ' '.repeat(WIDTH);
  let hasNotes = false;
  return {
    step: async (name, work, result) => {
      hasNotes = false;
      output.write(style('bold', name.padEnd(WIDTH)));
      const started = elapsed();
      const value = await work();
      const seconds = Math.round((elapsed() - started) / 1000);
      output.write(`${hasNotes ? `\n${indent}` : ''}${result(value)} ${style('dim', `${seconds} s`)}\n`);
      return value;
    },
    note: (line) => {
      output.write(`\n${indent}${style('dim', line)}`);
      hasNotes = true;
    },
    say: (name, result) => void output.write(`${style('bold', name.padEnd(WIDTH))}${result}\n`),
  };
}
