import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';

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

/** Runs the command to its end; what it asks meanwhile, servers of the test can answer. */
export async function awaitCommand(args: readonly string[], invocation: Invocation = {}): Promise<Outcome> {
  const { cwd = ROOT, stdin = '', env = {} } = invocation;
  const child = spawn(process.execPath, [COMMAND, ...args], { cwd, env: { PATH: process.env['PATH'], ...env } });
  const ended = once(child, 'close');
  child.stdin.end(stdin);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await ended;
  return { status: child.exitCode, stdout, stderr };
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
