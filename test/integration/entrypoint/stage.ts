import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeTheEnd } from '../../cluster/processes/interruption.ts';

const TIMEOUT_MS = 120_000;
const GRACE = 2000;

export interface StagedProcess {
  readonly signal: (name: NodeJS.Signals) => void;
  /** Resolves to the exit code, or to the signal that killed the process. */
  readonly ended: Promise<string>;
}

export interface StagedProgram {
  readonly program: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** File descriptors. */
  readonly streams: readonly [number, number, number];
}

/** The processes and files of a scenario. `close` ends the processes and removes the files. */
export interface Stage {
  readonly newFolder: () => string;
  readonly start: (program: StagedProgram) => StagedProcess;
  readonly close: () => Promise<void>;
}

export function openStage(): Stage {
  const folder = mkdtempSync(path.join(tmpdir(), 'taskpack-entrypoints-'));
  const running = new Set<ChildProcess>();
  const killAll = (name: NodeJS.Signals): void => running.forEach((child) => child.kill(name));
  const clear = (): void => {
    killAll('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const close = async (): Promise<void> => {
    // An entrypoint forwards the signal to its command, or exits if no command runs.
    killAll('SIGTERM');
    for (const end = performance.now() + GRACE; running.size > 0 && performance.now() < end;) await sleep(20);
    clear();
    callOff();
  };
  const callOff = beforeTheEnd(close, clear);
  return {
    newFolder: () => mkdtempSync(path.join(folder, 'play-')),
    start: (program) => start(program, running),
    close,
  };
}

function start(
  { program, args, folder, environment, streams }: StagedProgram,
  running: Set<ChildProcess>,
): StagedProcess {
  const child = spawn(program, args, { cwd: folder, env: environment, stdio: [...streams] });
  running.add(child);
  const ended = new Promise<string>((resolve, reject) => {
    const late = setTimeout(
      () => reject(new Error(`${args.join(' ')}: no end after ${TIMEOUT_MS / 1000} s`)),
      TIMEOUT_MS,
    );
    child.on('error', reject);
    child.on('exit', (code, name) => {
      running.delete(child);
      clearTimeout(late);
      resolve(name ?? String(code));
    });
  });
  return { signal: (name) => void child.kill(name), ended };
}
