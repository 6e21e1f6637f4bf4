import { spawn } from 'node:child_process';
import { errorCode } from '../../../http/error-code.ts';
import { PrepareError } from '../failure.ts';
import { gitFailure } from './git-failure.ts';

/** Runs git in a directory and answers what it prints. Rejects with `PrepareError`. */
export type Git = (directory: string, args: readonly string[], input?: string) => Promise<string>;

/** What is kept of what git prints: enough for its last words, or a list of a few hundred thousand refs. */
const LONGEST_OUTPUT = 64 * 2 ** 20;
const LONGEST_ERRORS = 65_536;

/** A git of its own environment. `redact` takes secrets out of what it says. */
export function makeGit(
  environment: Readonly<Record<string, string | undefined>>,
  redact: (text: string) => string,
): Git {
  return async (directory, args, input = '') => {
    const child = spawn('git', args, { cwd: directory, env: environment, stdio: ['pipe', 'pipe', 'pipe'] });
    const output: Buffer[] = [];
    let length = 0;
    let errors = '';
    child.stdout.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= LONGEST_OUTPUT) output.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(-LONGEST_ERRORS);
    });
    // It may end without having read all.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    const status = await new Promise<number | undefined>((resolve, reject) => {
      child.on('error', (error) => reject(notStarted(error)));
      child.on('close', (code) => resolve(code ?? undefined));
    });
    if (status !== 0) throw gitFailure(errors, redact);
    return Buffer.concat(output).toString();
  };
}

function notStarted(error: Error): PrepareError {
  return new PrepareError(
    'Unexpected',
    `git does not start (${errorCode(error)}): the image of the steps lacks it`,
    error,
  );
}
