import { spawn, type ChildProcess } from 'node:child_process';
import { errorCode } from '../../../http/error-code.ts';
import { PrepareError } from '../prepare-error.ts';
import { gitFailure } from './git-failure.ts';

/** Runs git in a directory and answers what it prints. Rejects with `PrepareError`, or the reason of the signal. */
export type Git = (directory: string, args: readonly string[], take?: Taking) => Promise<string>;

/** Takes what git prints as it comes, in place of the answer; what it throws ends git. */
type Taking = (chunk: string) => void;

/** More than the answer to any question that is asked without taking what comes. */
const LONGEST_OUTPUT = 64 * 2 ** 20;
/** Enough for its last words. */
const LONGEST_ERRORS = 65_536;

/** A git of its own environment, until the signal ends it. `redact` takes secrets out of what it says. */
export function makeGit(
  environment: Readonly<Record<string, string | undefined>>,
  redact: (text: string) => string,
  signal: AbortSignal,
): Git {
  return async (directory, args, take) => {
    signal.throwIfAborted();
    // A group of its own, because git leaves the programs behind that speak to servers.
    const options = { cwd: directory, env: environment, detached: true } as const;
    const child = spawn('git', args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let errors = '';
    const keep = (chunk: string): void => {
      output += chunk;
      if (output.length > LONGEST_OUTPUT) throw new PrepareError('PrepareFailed', `git ${args[0]} answers without end`);
    };
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      errors = (errors + chunk).slice(-LONGEST_ERRORS);
    });
    child.stdout.setEncoding('utf8');
    const over = new AbortController();
    const status = await ended(child, (stop) => {
      child.stdout.on('data', (chunk: string) => attempt(() => (take ?? keep)(chunk), stop));
      signal.addEventListener('abort', () => stop(signal.reason), { once: true, signal: over.signal });
    }).finally(() => over.abort());
    if (status !== 0)
      throw gitFailure(typeof status === 'string' ? `${errors}\nfatal: ended by ${status}` : errors, redact);
    return output;
  };
}

/** Waits for the exit code or signal; what is given to `stop` ends the process and is what this rejects with. */
async function ended(
  child: ChildProcess,
  watch: (stop: (reason: unknown) => void) => void,
): Promise<number | NodeJS.Signals | undefined> {
  return new Promise((resolve, reject) => {
    watch((reason) => {
      endGroup(child);
      reject(reason instanceof Error ? reason : new Error('git was stopped'));
    });
    child.on('error', (error) => reject(notStarted(error)));
    child.on('close', (code, signal) => resolve(code ?? signal ?? undefined));
  });
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGTERM');
  } catch {
    // It has ended meanwhile.
  }
}

function attempt(work: () => void, stop: (reason: unknown) => void): void {
  try {
    work();
  } catch (error) {
    stop(error);
  }
}

function notStarted(error: Error): PrepareError {
  return new PrepareError(
    'PrepareFailed',
    `git does not start (${errorCode(error)}): the image of the steps lacks it`,
    error,
  );
}
