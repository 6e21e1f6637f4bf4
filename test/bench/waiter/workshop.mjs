import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The benchmark's folder and processes. A close, an interruption and a normal end remove all of them. */
export function openWorkshop() {
  const folder = mkdtempSync(join(tmpdir(), 'taskpack-bench-'));
  const running = new Set();
  const endAll = async () => {
    for (const { child } of running) child.kill('SIGKILL');
    await Promise.all([...running].map(({ ended }) => ended));
  };
  const close = () => {
    for (const { child } of running) child.kill('SIGKILL');
    // A killed process may still be writing.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  for (const signal of SIGNALS) {
    process.once(signal, () => {
      close();
      process.kill(process.pid, signal);
    });
  }
  process.on('exit', close);
  return {
    folder,
    newFolder: () => mkdtempSync(join(folder, 'run-')),
    /** Starts a program. Returns its process ID and a promise of its exit code. */
    start: ([program, ...first], args) => {
      const child = spawn(program, [...first, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
      const ended = new Promise((resolve, reject) => child.on('exit', resolve).on('error', reject));
      const entry = { child, ended };
      running.add(entry);
      child.on('exit', () => running.delete(entry));
      return { pid: child.pid, ended };
    },
    endAll,
    close,
  };
}
