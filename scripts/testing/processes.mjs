import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { ROOT } from '../root.mjs';
import { secondsOfEndedChildren } from './processor-seconds.cjs';

/** The processor seconds of all ended programs, up to the last one. */
let counted = 0;

/**
 * Runs Node in the project, with further environment variables, calls `onLine` for each line of its two streams, and resolves like
 * `runProgram`.
 */
export function runNode(args, onLine, variables = {}) {
  return runProgram(process.execPath, args, { env: { ...process.env, ...variables }, onLine });
}

/**
 * Runs a program, and calls `onLine` for each line of its two streams. Resolves to its exit code, which is 1 after a signal, or if the
 * program cannot be started, and to the processor seconds of the program and of its children. If two programs end at the same time, one
 * of them has the seconds of both. `onInput` gets the stream of the program's standard input, which is empty otherwise. `stop` is an
 * AbortSignal that kills the program.
 */
export function runProgram(program, args, { cwd = ROOT, env = process.env, onLine, onInput, stop }) {
  const stdio = [onInput === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'];
  const child = spawn(program, args, { cwd, env, stdio, signal: stop, killSignal: 'SIGKILL' });
  onInput?.(child.stdin);
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', onLine);
  return new Promise((resolve) => {
    child.on('error', (error) => {
      onLine(error.message);
      resolve({ code: 1, processorSeconds: 0 });
    });
    // A child of the program can hold its streams open after the program has ended.
    stop?.addEventListener('abort', () => {
      for (const stream of [child.stdout, child.stderr]) stream.destroy();
      resolve({ code: 1, processorSeconds: 0 });
    });
    let processorSeconds = 0;
    child.on('exit', () => {
      processorSeconds = secondsOfLastChild();
    });
    child.on('close', (code, signal) => {
      if (signal !== null) onLine(`${program} was ended by ${signal}`);
      resolve({ code: code ?? 1, processorSeconds });
    });
  });
}

/** Returns the processor seconds of the children that have ended since the last call. */
function secondsOfLastChild() {
  const sum = secondsOfEndedChildren();
  const seconds = sum - counted;
  counted = sum;
  return seconds;
}
