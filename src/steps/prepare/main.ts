import { makeRedaction } from '../../clients/http/redaction.ts';
import { makeDispatcher } from '../../clients/registry/client/transport/dispatcher.ts';
import { SYSTEM_CLOCK } from '../../core/runtime/clock.ts';
import { networkSettings } from '../network-settings.ts';
import { endBy } from '../step-end.ts';
import { NAME_FILES } from '../../core/model/name-files.ts';
import { readArguments, USAGE, type RunCommand } from './command-line.ts';
import { run } from './run.ts';
import type { Paths, PrepareDependencies } from './dependencies.ts';

/** The mount paths in the Pod of a Build, and paths in the steps image. */
const PATHS: Paths = {
  workspace: '/workspace',
  platform: '/platform',
  credentials: '/var/credentials',
  projectMetadata: '/projectMetadata',
  programs: '/var/taskpack',
  exportGuard: '/taskpack/bin/taskpack-export',
  nameFiles: NAME_FILES,
  tokens: '/var/tokens',
  waiter: '/taskpack/bin/taskpack-entrypoint',
  waiterDirectory: '/buildWait/bin',
  runImages: '/var/run-images',
};

async function main(): Promise<number> {
  const termination = new AbortController();
  // The kernel does not apply the default action of SIGTERM to PID 1, so the step needs a handler.
  process.once('SIGTERM', () => termination.abort());
  try {
    return await runCommand(termination.signal);
  } catch (error) {
    const { line, exitCode } = endBy(error, 'PrepareFailed', makeRedaction().redact, termination.signal);
    printError(line);
    return exitCode;
  }
}

async function runCommand(signal: AbortSignal): Promise<number> {
  const command = readArguments(process.argv.slice(2));
  if (command.kind === 'help') {
    process.stdout.write(USAGE);
    return 0;
  }
  // File modes become part of the image, so they must not depend on the parent's umask.
  process.umask(0o022);
  const dependencies = await dependenciesOf(command, process.env, signal);
  const code = await run(dependencies, command, printError);
  await dependencies.network.dispatcher.destroy();
  return code;
}

async function dependenciesOf(
  { inputsFile }: RunCommand,
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<PrepareDependencies> {
  return {
    inputsFile,
    tektonSecrets: '/tekton/creds-secrets',
    paths: PATHS,
    user: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
    architecture: process.arch,
    environment,
    network: {
      dispatcher: makeDispatcher(await networkSettings(environment)),
      clock: SYSTEM_CLOCK,
      random: Math.random,
    },
    redaction: makeRedaction(),
    signal,
    log: (line) => void process.stdout.write(`${line}\n`),
  };
}

function printError(line: string): void {
  process.stderr.write(`${line}\n`);
}

void main().then((code) => {
  process.exitCode = code;
});
