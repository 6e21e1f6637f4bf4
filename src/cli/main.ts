import { run } from './run.ts';
import { systemMessage } from './system-message.ts';

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

/** Whoever reads our output may stop early, as `head` does: that is the reader's choice and no failure. */
function stayQuietWhenNobodyReads(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    process.exitCode = 1;
    if (stream === process.stdout) process.stderr.write(`error: standard output: ${systemMessage(error)}\n`);
  });
}

void main();
