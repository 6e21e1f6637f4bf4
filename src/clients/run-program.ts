import { spawn } from 'node:child_process';

/** The exit status and standard output of a program. `status` is `undefined` if the program was killed. */
export interface ProgramOutput {
  readonly status: number | undefined;
  readonly output: string;
}

export interface ProgramOptions {
  /** The complete environment of the program. Its `PATH` is used to find the program. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The program is killed after this time. */
  readonly timeoutMs: number;
  /** Kills the program. */
  readonly signal?: AbortSignal | undefined;
  /** The standard input of the program. */
  readonly input?: string;
}

/** A program with more output is killed. */
const MAX_OUTPUT_BYTES = 1_048_576;
/** The time to wait for the end of the output after the program's exit, because a child process can keep the output open. */
const OUTPUT_GRACE_PERIOD_MS = 1000;

/**
 * Runs a program with a short output, such as one that prints a credential. Standard error is discarded, because it can contain
 * the credential. Rejects if the program cannot be started, or with the signal's reason.
 */
export async function runProgram(
  command: string,
  args: readonly string[],
  { environment: env, timeoutMs, signal, input = '' }: ProgramOptions,
): Promise<ProgramOutput> {
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'ignore'], ...(signal && { signal }) });
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let gracePeriod: NodeJS.Timeout | undefined;
    const end = (): void => {
      clearTimeout(limit);
      clearTimeout(gracePeriod);
      child.kill('SIGKILL');
      child.stdout.destroy();
    };
    const answer = (): void => {
      end();
      resolve({ status: child.exitCode ?? undefined, output: Buffer.concat(chunks).toString() });
    };
    const limit = setTimeout(answer, timeoutMs);
    child.stdout.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= MAX_OUTPUT_BYTES) chunks.push(chunk);
      else child.kill();
    });
    child.on('error', (error) => {
      end();
      reject(signal?.aborted === true ? signal.reason : error);
    });
    child.on('exit', () => (gracePeriod = setTimeout(answer, OUTPUT_GRACE_PERIOD_MS)));
    child.on('close', answer);
    // A program may ignore its input, so a broken pipe is not an error.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
