import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';

export interface CommandResult {
  readonly status: number;
  /** Standard output and standard error, in their order. */
  readonly output: string;
}

/** A bash that keeps its directory, variables and aliases from one command to the next, as a reader's shell does. */
export interface ShellSession {
  readonly run: (text: string) => Promise<CommandResult>;
  readonly end: () => void;
}

interface SessionSetting {
  readonly directory: string;
  /** A directory for the session's own files. */
  readonly scratch: string;
  readonly env: Readonly<Record<string, string>>;
  /** Commands that the session runs first. */
  readonly prelude: string;
}

export function startShell({ directory, scratch, env, prelude }: SessionSetting): ShellSession {
  const shell = spawn('bash', ['--norc', '--noprofile'], {
    cwd: directory,
    env: { PATH: process.env['PATH'], HOME: scratch, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const statuses = createInterface(shell.stdout)[Symbol.asyncIterator]();
  shell.stdin.write(`set -o pipefail\nshopt -s expand_aliases\n${prelude}\n`);
  const [command, output] = [path.join(scratch, 'command'), path.join(scratch, 'output')];
  return {
    run: async (text) => {
      // A sourced file defines aliases for the next command, and cannot read the session's standard input.
      writeFileSync(command, `${text}\n`);
      shell.stdin.write(`. '${command}' > '${output}' 2>&1 < /dev/null; echo $?\n`);
      const { value, done } = await statuses.next();
      if (done === true) throw new Error(`the shell ended in ${text}: ${readFileSync(output, 'utf8')}`);
      return { status: Number(value), output: readFileSync(output, 'utf8') };
    },
    end: () => void shell.stdin.end(),
  };
}
