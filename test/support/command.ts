import { execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';

/** The project's directory. */
export const ROOT = path.join(import.meta.dirname, '../..');

/** The command as it is shipped. */
const COMMAND = path.join(ROOT, 'dist/bundle/taskpack.mjs');

export interface Invocation {
  readonly cwd?: string;
  readonly stdin?: string | Buffer;
  /** The whole environment but for PATH. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Builds the command if it is older than its sources: for `before`. */
export function buildCommand(): void {
  execFileSync(process.execPath, ['scripts/bundle.mjs'], { cwd: ROOT, stdio: 'pipe' });
}

/** Runs the command to its end. */
export function runCommand(args: readonly string[], invocation: Invocation = {}): Outcome {
  return runProgram(process.execPath, [COMMAND, ...args], invocation);
}

/** Runs a shell script in which `taskpack` is the command. */
export function runShell(script: string, invocation: Invocation = {}): Outcome {
  const taskpack = `taskpack() { "${process.execPath}" "${COMMAND}" "$@"; }`;
  return runProgram('bash', ['--norc', '-c', `${taskpack}\n${script}`], invocation);
}

function runProgram(
  program: string,
  args: readonly string[],
  { cwd = ROOT, stdin = '', env = {} }: Invocation,
): Outcome {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    input: stdin,
    env: { PATH: process.env['PATH'], ...env },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}
