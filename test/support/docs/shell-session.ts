import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { makePipe, shownOnTerminal, typeOnTerminal, type Typed } from './terminal.ts';

export interface CommandResult {
  readonly status: number;
  /** Standard output and standard error, in their order. */
  readonly output: string;
}

/** A bash that keeps its directory, variables and aliases from one command to the next, as a reader's shell does. */
export interface ShellSession {
  readonly run: (text: string) => Promise<CommandResult>;
  /** Runs a command on a terminal, on which a reader types. `meanwhile` gets the output before Ctrl-C is typed. */
  readonly runOnTerminal: (
    text: string,
    typed: readonly Typed[],
    meanwhile: (output: string) => Promise<void>,
  ) => Promise<CommandResult>;
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
  const [command, output, aliases, keyboard] = ['command', 'output', 'aliases', 'keyboard'].map((name) =>
    path.join(scratch, name),
  ) as [string, string, string, string];
  const statusAfter = async (text: string): Promise<number> => {
    const { value, done } = await statuses.next();
    if (done === true) throw new Error(`the shell ended in ${text}: ${readFileSync(output, 'utf8')}`);
    return Number(value);
  };
  return {
    run: async (text) => {
      // A sourced file defines aliases for the next command, and cannot read the session's standard input.
      writeFileSync(command, `${text}\n`);
      shell.stdin.write(`. '${command}' > '${output}' 2>&1 < /dev/null; echo $?\n`);
      const status = await statusAfter(text);
      return { status, output: readFileSync(output, 'utf8') };
    },
    runOnTerminal: async (text, typed, meanwhile) => {
      // The shell on the terminal reads the second file after the first one has defined the aliases.
      writeFileSync(command, `${text}\n`);
      writeFileSync(output, '');
      if (!existsSync(keyboard)) makePipe(keyboard);
      const line = `stty cols 160 rows 40; . ${aliases}; . ${command}`;
      const onTerminal = `TERM=dumb SHELL=/bin/bash timeout 90 script --quiet --return --command "bash -O expand_aliases -c '${line}'" /dev/null`;
      shell.stdin.write(`alias -p > '${aliases}'; ${onTerminal} > '${output}' 2>&1 < '${keyboard}'; echo $?\n`);
      const problem = await typeOnTerminal({ input: keyboard, output }, typed, meanwhile).catch(String);
      const status = await statusAfter(text);
      if (problem !== undefined) throw new Error(`${problem}: ${shownOnTerminal(readFileSync(output, 'utf8'))}`);
      return { status, output: shownOnTerminal(readFileSync(output, 'utf8')) };
    },
    end: () => void shell.stdin.end(),
  };
}
