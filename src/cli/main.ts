import { run } from './program.ts';
import { systemMessage } from './terminal.ts';

async function main(): Promise<void> {
  stayQuietWhenNobodyReads(process.stdout);
  stayQuietWhenNobodyReads(process.stderr);
  const code = await run(process.argv.slice(2), {
    input: process.stdin,
    output: process.stdout,
    errors: process.stderr,
    environment: process.env,
  });
  process.exitCode ??= code;
}

/** Ignores EPIPE: a reader such as `head` may close the stream early, which is not a failure. */
function stayQuietWhenNobodyReads(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    process.exitCode = 1;
    if (stream === process.stdout) process.stderr.write(`error: standard output: ${systemMessage(error)}\n`);
  });
}

void main();
