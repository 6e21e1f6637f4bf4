import { execFileSync } from 'node:child_process';
import { ROOT } from './root.mjs';

/** Runs npm, the one that started this command if there is one, and returns its output. Throws with npm's errors if it fails. */
export function npm(args, { cwd = ROOT } = {}) {
  const { npm_execpath: program } = process.env;
  const [command, ...before] = program === undefined ? ['npm'] : [process.execPath, program];
  return execFileSync(command, [...before, ...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
