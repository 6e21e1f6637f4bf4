import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { ROOT } from '../root.mjs';

/** Runs Node in the project, calls `onLine` for each line of its two streams, and resolves to the exit code. */
export function runNode(args, onLine) {
  return runProgram(process.execPath, args, { onLine });
}

/** Runs a program and resolves to its exit code: 1 after a signal, or if the program cannot be started. */
export function runProgram(program, args, { cwd = ROOT, env = process.env, onLine }) {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', onLine);
  return new Promise((resolve) => {
    child.on('error', (error) => {
      onLine(error.message);
      resolve(1);
    });
    child.on('close', (code, signal) => {
      if (signal !== null) onLine(`${program} was ended by ${signal}`);
      resolve(code ?? 1);
    });
  });
}
