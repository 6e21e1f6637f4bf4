import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { run } from '../../src/cli/program.ts';
import { DEFAULT_SETTINGS } from '../../src/core/settings/settings.ts';

/** The project's directory. */
export const ROOT = path.join(import.meta.dirname, '../..');

/** Names the default images, so that the command does not warn that they are unreleased. */
export const DEFAULT_IMAGES = {
  STEPS_IMAGE: DEFAULT_SETTINGS.images.steps,
  ENTRYPOINT_IMAGE: DEFAULT_SETTINGS.images.entrypoint,
};

/** The bundled command, as users get it. */
const COMMAND = path.join(ROOT, 'dist/bundle/taskpack.cjs');

export interface Invocation {
  readonly cwd?: string;
  readonly stdin?: string | Buffer;
  /** The environment in addition to PATH and DEFAULT_IMAGES. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Builds the command if it is older than its sources. Call this in `before`. */
export function buildCommand(): void {
  execFileSync(process.execPath, ['scripts/bundle.mjs'], { cwd: ROOT, stdio: 'pipe' });
}

/** Runs the command and returns its exit code and output. */
export function runCommand(args: readonly string[], invocation: Invocation = {}): Outcome {
  return runProgram(process.execPath, [COMMAND, ...args], invocation);
}

/**
 * Runs the command line in this process, which is a tenth of a second faster. Use this in tests that need no separate
 * process.
 */
export async function runInProcess(
  args: readonly string[],
  { stdin = '', env = {} }: Invocation = {},
): Promise<Outcome> {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const printed = Promise.all([text(output), text(errors)]);
  const status = await run(args, { input: Readable.from([stdin]), output, errors, environment: env });
  output.end();
  errors.end();
  const [stdout, stderr] = await printed;
  return { status, stdout, stderr };
}

/** Runs the command without blocking this process, so that the test's servers can answer the command's requests. */
export async function awaitCommand(args: readonly string[], invocation: Invocation = {}): Promise<Outcome> {
  return awaitProgram(process.execPath, [COMMAND, ...args], invocation);
}

async function awaitProgram(
  program: string,
  args: readonly string[],
  { cwd = ROOT, stdin = '', env = {} }: Invocation,
): Promise<Outcome> {
  const child = spawn(program, args, {
    cwd,
    env: { PATH: process.env['PATH'], ...DEFAULT_IMAGES, ...env },
  });
  const ended = once(child, 'close');
  child.stdin.end(stdin);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await ended;
  return { status: child.exitCode, stdout, stderr };
}

/** Runs a shell script in which `taskpack` is the command. */
export function runShell(script: string, invocation: Invocation = {}): Outcome {
  return runProgram('bash', shellArguments(script), invocation);
}

function shellArguments(script: string): readonly string[] {
  const taskpack = `taskpack() { "${process.execPath}" "${COMMAND}" "$@"; }`;
  return ['--norc', '-c', `${taskpack}\n${script}`];
}

function runProgram(
  program: string,
  args: readonly string[],
  { cwd = ROOT, stdin = '', env = {} }: Invocation,
): Outcome {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    input: stdin,
    env: { PATH: process.env['PATH'], ...DEFAULT_IMAGES, ...env },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}
