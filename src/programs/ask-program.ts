import { spawn } from 'node:child_process';

/** What a program has answered; no `status` where it was killed. */
export interface ProgramAnswer {
  readonly status: number | undefined;
  readonly output: string;
}

export interface ProgramOptions {
  /** Of the program, whole: its `PATH` is where it is looked for. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** For the answer, in milliseconds: the program is killed then. */
  readonly timeout: number;
  /** Ends the program. */
  readonly signal?: AbortSignal | undefined;
  /** What it reads on standard input. */
  readonly input?: string;
}

/** In bytes: a program that prints more is killed. */
const LONGEST_OUTPUT = 1_048_576;
/** So long the output of a program that has ended is waited for: what it has started may go on, and keep that open. In milliseconds. */
const LINGERING = 1000;

/**
 * Runs a program that is asked for a secret, and gives what it prints. What it says on standard error stays untold: it may
 * be the secret. Rejects where it does not start, or as the signal says.
 */
export async function askProgram(
  command: string,
  args: readonly string[],
  { environment: env, timeout, signal, input = '' }: ProgramOptions,
): Promise<ProgramAnswer> {
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'ignore'], ...(signal && { signal }) });
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let lingering: NodeJS.Timeout | undefined;
    const end = (): void => {
      clearTimeout(limit);
      clearTimeout(lingering);
      child.kill('SIGKILL');
      child.stdout.destroy();
    };
    const answer = (): void => {
      end();
      resolve({ status: child.exitCode ?? undefined, output: Buffer.concat(chunks).toString() });
    };
    const limit = setTimeout(answer, timeout);
    child.stdout.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= LONGEST_OUTPUT) chunks.push(chunk);
      else child.kill();
    });
    child.on('error', (error) => {
      end();
      reject(signal?.aborted === true ? signal.reason : error);
    });
    child.on('exit', () => (lingering = setTimeout(answer, LINGERING)));
    child.on('close', answer);
    // One that does not read its input is judged by its answer.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
