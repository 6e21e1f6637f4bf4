import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** A folder and processes of the benchmark's own. Nothing of them is left once it is closed, interrupted or over. */
export function openWorkshop() {
  const folder = mkdtempSync(join(tmpdir(), 'taskpack-bench-'));
  const running = new Set();
  const endAll = async () => {
    for (const { child } of running) child.kill('SIGKILL');
    await Promise.all([...running].map(({ ended }) => ended));
  };
  const close = () => {
    for (const { child } of running) child.kill('SIGKILL');
    // A process that has just been killed may still be writing.
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
    /** Starts a program and gives its process id, and a promise of its exit code. */
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
