import { basename } from 'node:path';
import { run } from './program.ts';
import { systemMessage, type Terminal } from './terminal.ts';

async function main(): Promise<void> {
  stayQuietWhenNobodyReads(process.stdout);
  stayQuietWhenNobodyReads(process.stderr);
  const terminal = { input: process.stdin, output: process.stdout, errors: process.stderr, environment: process.env };
  const code = await runAs(basename(process.argv[1] ?? ''), process.argv.slice(2), terminal);
  process.exitCode ??= code;
}

/**
 * Runs the command line under the file's name: kubectl runs `kubectl-taskpack` for `kubectl taskpack`, and
 * `kubectl_complete-taskpack` to complete its words.
 */
function runAs(file: string, args: readonly string[], terminal: Terminal): ReturnType<typeof run> {
  if (file.startsWith('kubectl_complete-')) return run(['__kubectl-complete', '--', ...args], terminal);
  return run(args, terminal, file.startsWith('kubectl-') ? 'kubectl taskpack' : 'taskpack');
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
