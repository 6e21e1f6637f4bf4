import { styleText } from 'node:util';

/** Prints one line for each step. */
export interface Progress {
  /** Prints the name of a step, runs the step, and prints its result and time. */
  readonly step: <T>(name: string, work: () => Promise<T>, result: (value: T) => string) => Promise<T>;
  /** Prints a part of a long step on its own line. */
  readonly note: (line: string) => void;
  /** Prints a step without a time. */
  readonly say: (name: string, result: string) => void;
}

/** Wider than the longest step name. */
const WIDTH = 11;

/** `elapsed` is a clock in milliseconds. */
export function progressOn(output: NodeJS.WritableStream, elapsed: () => number): Progress {
  // Colours are off if the stream is not a terminal.
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
