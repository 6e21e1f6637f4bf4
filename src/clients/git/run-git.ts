import { type ChildProcess, spawn } from 'node:child_process';
import { errorCode } from '../../core/model/error-code.ts';
import { RETRY_POLICY, withRetries, type RetryOptions } from '../http/retries.ts';
import type { ByteText } from '../../core/model/byte-text.ts';
import { PrepareError } from '../../core/model/step-failures/step-error.ts';
import { isTransient } from '../../core/model/step-failures/system-error.ts';
import { gitFailure, isOutOfMemory, SERVER_PREFIX } from './git-failure.ts';
import { isNotFound, withMemoryLimit, type MemoryLimit } from './memory-limit.ts';

/** Runs git in a directory and returns its output. Rejects with `PrepareError` or the signal's reason. */
export type Git = (directory: string, args: readonly string[], onOutput?: OnOutput) => Promise<string>;

/** Receives the output in chunks instead of the return value, because it can hold names of files. An exception terminates git. */
type OnOutput = (chunk: ByteText) => void;

/** The limit for output that is returned as a whole. */
const MAX_OUTPUT_LENGTH = 64 * 2 ** 20;
const MAX_ERROR_LENGTH = 65_536;

/** Limits and names for a git, beside its environment. */
export interface GitOptions {
  readonly memoryLimit?: MemoryLimit;
  /** The host of the repository, for messages. */
  readonly server?: string;
  /** False if errors are shown to users who cannot reach the server themselves. Defaults to true. */
  readonly quotesErrors?: boolean;
}

/** Returns a git with an environment. The signal terminates running commands. `redact` removes secrets from error messages. */
export function makeGit(
  environment: Readonly<Record<string, string | undefined>>,
  redact: (text: string) => string,
  signal: AbortSignal,
  { memoryLimit, server, quotesErrors = true }: GitOptions = {},
): Git {
  return async (directory, args, onOutput) => {
    signal.throwIfAborted();
    // git does not terminate its transport programs, so it gets a process group of its own.
    const options = { cwd: directory, env: environment, detached: true } as const;
    const [program, words] = withMemoryLimit(['git', args], memoryLimit);
    const child = spawn(program, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let errors = '';
    const keep = (chunk: string): void => {
      output += chunk;
      if (output.length > MAX_OUTPUT_LENGTH)
        throw new PrepareError('PrepareFailed', `the output of git ${args[0]} is too long`);
    };
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      errors = lastErrors(errors + chunk);
    });
    child.stdout.setEncoding(onOutput === undefined ? 'utf8' : 'latin1');
    const over = new AbortController();
    const status = await ended(child, (stop) => {
      child.stdout.on('data', (chunk: string) => attempt(() => (onOutput ?? keep)(chunk), stop));
      signal.addEventListener('abort', () => stop(signal.reason), { once: true, signal: over.signal });
    }).finally(() => over.abort());
    if (isNotFound(status, memoryLimit)) throw notStarted('ENOENT');
    if (status !== 0 && memoryLimit !== undefined && isOutOfMemory(errors)) throw memoryLimit.exceeded();
    if (status !== 0) {
      const all = typeof status === 'string' ? `${errors}\nfatal: ended by ${status}` : errors;
      throw gitFailure(all, quotesErrors ? redact : undefined, contactsOrigin(args) ? server : undefined);
    }
    return output;
  };
}

/** Returns the end of a long text. Its first line is cut, so it counts as one of the server, which can send long lines. */
function lastErrors(text: string): string {
  return text.length <= MAX_ERROR_LENGTH
    ? text
    : `${SERVER_PREFIX}${text.slice(SERVER_PREFIX.length - MAX_ERROR_LENGTH)}`;
}

/** Returns the exit code or signal. `stop` terminates the process group and rejects with its argument. */
async function ended(
  child: ChildProcess,
  watch: (stop: (reason: unknown) => void) => void,
): Promise<number | NodeJS.Signals | undefined> {
  return new Promise((resolve, reject) => {
    watch((reason) => {
      endGroup(child);
      reject(reason instanceof Error ? reason : new Error('git was stopped'));
    });
    child.on('error', (error) => reject(notStarted(errorCode(error), error)));
    child.on('close', (code, signal) => resolve(code ?? signal ?? undefined));
  });
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGTERM');
  } catch {
    // The process has already ended.
  }
}

function attempt(work: () => void, stop: (reason: unknown) => void): void {
  try {
    work();
  } catch (error) {
    stop(error);
  }
}

function notStarted(code: string, error?: Error): PrepareError {
  return new PrepareError(
    'PrepareFailed',
    `cannot start git (${code}): use an image of taskpack that contains git`,
    error,
  );
}

/** True if a command contacts the server of the repository. A submodule can have another server. */
function contactsOrigin([command]: readonly string[]): boolean {
  return command === 'fetch' || command === 'ls-remote';
}

/** Commands that contact servers. They are never called with `onOutput`. */
const NETWORK_COMMANDS: readonly (string | undefined)[] = ['ls-remote', 'fetch', 'submodule'];

/** Retries network commands after transient failures. */
export function retryingGit(
  git: Git,
  signal: AbortSignal,
  { clock, random }: Pick<RetryOptions, 'clock' | 'random'>,
): Git {
  const retrying = { clock, random, policy: RETRY_POLICY, isTransient, signal };
  return async (directory, args, onOutput) => {
    if (onOutput !== undefined || !NETWORK_COMMANDS.includes(args[0])) return git(directory, args, onOutput);
    return withRetries(retrying, async (attempts) => {
      // Objects of a broken fetch are useless and would count towards the source's limits.
      if (attempts > 1 && args[0] !== 'ls-remote') await git(directory, ['prune', '--expire=now']);
      return git(directory, args);
    });
  };
}

/** Calls `onEntry` for each entry of a command with `-z`. The list can have any length. */
export async function eachEntry(
  git: Git,
  directory: string,
  args: readonly string[],
  onEntry: (entry: ByteText) => void,
): Promise<void> {
  let rest = '';
  await git(directory, args, (chunk) => {
    const entries = (rest + chunk).split('\0');
    rest = entries.pop() ?? '';
    entries.forEach(onEntry);
  });
}
