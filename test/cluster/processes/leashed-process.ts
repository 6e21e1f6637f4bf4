import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';

/** A program that runs as long as the test run. */
export interface ProcessSpec {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** The working directory. */
  readonly directory?: string;
  /** The grace period after a stop, as a Go duration. */
  readonly grace?: string;
  /** The file for its output. */
  readonly log: string;
}

export interface LeashedProcess {
  readonly name: string;
  readonly pid: number;
  /** Resolves to a message if the program ends unexpectedly. Never resolves after a stop. */
  readonly died: Promise<string>;
  stop(): Promise<void>;
}

/** Starts a program that ends with this process, even if this process is killed: the leash sees its standard input close. */
export function startProcess(spec: ProcessSpec, leash: string): LeashedProcess {
  const log = openSync(spec.log, 'a');
  const grace = spec.grace === undefined ? [] : ['-grace', spec.grace];
  const child = spawn(leash, [...grace, spec.command, ...spec.args], {
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '/', ...spec.environment },
    stdio: ['pipe', log, log],
    ...(spec.directory !== undefined && { cwd: spec.directory }),
  });
  closeSync(log);
  let stopping = false;
  const closed = new Promise<void>((resolve) => child.on('close', () => resolve()));
  const died = new Promise<string>((resolve) => {
    child.on('close', (code) => {
      if (!stopping) resolve(`${spec.name} ended with code ${code}:\n${lastLines(spec.log)}`);
    });
    child.on('error', (error) => resolve(`${spec.name} cannot be started: ${error.message}`));
  });
  // The leash may have ended before its input is closed.
  child.stdin?.on('error', () => undefined);
  return {
    name: spec.name,
    pid: child.pid ?? 0,
    died,
    stop: async () => {
      stopping = true;
      child.stdin?.end();
      await closed;
    },
  };
}

/** Returns the end of a log. */
function lastLines(file: string, count = 20): string {
  if (!existsSync(file)) return 'its folder is gone';
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-count).join('\n');
}
