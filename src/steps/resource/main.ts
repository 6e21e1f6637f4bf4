import { makeRedaction } from '../../http/redaction.ts';
import { endBy } from '../step-end.ts';
import { readCommand, USAGE } from './command-line.ts';
import { fetchRepository } from './fetch-repository.ts';
import { reportDigest } from './report-digest.ts';
import type { World } from './world.ts';

async function main(): Promise<number> {
  const termination = new AbortController();
  // A container's first process is not ended by signals that it does not handle.
  process.once('SIGTERM', () => termination.abort());
  const world: World = {
    environment: process.env,
    redaction: makeRedaction(),
    signal: termination.signal,
    log: (line) => void process.stdout.write(`${line}\n`),
  };
  try {
    await run(process.argv.slice(2), world);
    return 0;
  } catch (error) {
    const { line, exitCode } = endBy(error, 'PrepareFailed', world.redaction.redact, termination.signal);
    process.stderr.write(`${line}\n`);
    return exitCode;
  }
}

async function run(args: readonly string[], world: World): Promise<void> {
  const command = readCommand(args);
  switch (command.kind) {
    case 'help':
      process.stdout.write(USAGE);
      return;
    case 'fetch':
      return fetchRepository(command.request, world);
    case 'digest':
      return reportDigest(command.request, world);
  }
}

void main().then((code) => {
  process.exitCode = code;
});
