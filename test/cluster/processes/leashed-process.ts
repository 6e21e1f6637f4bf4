import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';

/** A program to run for as long as the test run lasts. */
export interface ProcessSpec {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** What it has to end by itself once it is stopped, as Go writes durations. */
  readonly grace?: string;
  /** Where its output goes. */
  readonly log: string;
}

export interface LeashedProcess {
  readonly name: string;
  readonly pid: number;
  /** Resolves to what is to say of the end, which nobody has asked for; never, if it is asked for. */
  readonly died: Promise<string>;
  stop(): Promise<void>;
}

/** Starts a program that ends when this process does, however that ends: its leash sees its standard input close. */
export function startProcess(spec: ProcessSpec, leash: string): LeashedProcess {
  const log = openSync(spec.log, 'a');
  const grace = spec.grace === undefined ? [] : ['-grace', spec.grace];
  const child = spawn(leash, [...grace, spec.command, ...spec.args], {
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '/', ...spec.environment },
    stdio: ['pipe', log, log],
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
  // The leash may be gone before its input is closed.
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

/** The end of a log, for a message. */
function lastLines(file: string, count = 20): string {
  if (!existsSync(file)) return 'its folder is gone';
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-count).join('\n');
}
