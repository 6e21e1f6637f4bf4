import { makeRedaction } from '../../clients/http/redaction.ts';
import { endBy } from '../step-end.ts';
import { readCommand, USAGE } from './command-line.ts';
import { provideStorage, uploadStorage } from './bucket/storage-resource.ts';
import { fetchRepository } from './fetch-repository.ts';
import { handOnFiles } from './hand-on-files.ts';
import { reportDigest } from './report-digest.ts';
import type { ResourceDependencies } from './dependencies.ts';

async function main(): Promise<number> {
  const termination = new AbortController();
  // The kernel does not apply the default action of SIGTERM to PID 1, so the step needs a handler.
  process.once('SIGTERM', () => termination.abort());
  const dependencies: ResourceDependencies = {
    environment: process.env,
    redaction: makeRedaction(),
    signal: termination.signal,
    log: (line) => void process.stdout.write(`${line}\n`),
  };
  try {
    await run(process.argv.slice(2), dependencies);
    return 0;
  } catch (error) {
    const { line, exitCode } = endBy(error, 'PrepareFailed', dependencies.redaction.redact, termination.signal);
    process.stderr.write(`${line}\n`);
    return exitCode;
  }
}

async function run(args: readonly string[], dependencies: ResourceDependencies): Promise<void> {
  const command = readCommand(args);
  switch (command.kind) {
    case 'help':
      process.stdout.write(USAGE);
      return;
    case 'fetch':
      return fetchRepository(command.request, dependencies);
    case 'copy':
      return handOnFiles(command.request, dependencies);
    case 'download':
      return provideStorage(command.request, dependencies);
    case 'upload':
      return uploadStorage(command.request, dependencies);
    case 'digest':
      return reportDigest(command.request, dependencies);
  }
}

void main().then((code) => {
  process.exitCode = code;
});
