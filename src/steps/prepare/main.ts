import { setTimeout as sleep } from 'node:timers/promises';
import { makeRedaction } from '../../http/redaction.ts';
import { makeDispatcher } from '../../registry/client/dispatcher.ts';
import { networkSettings } from '../network-settings.ts';
import { endBy } from '../step-end.ts';
import { readArguments, USAGE, type RunCommand } from './command-line.ts';
import { run } from './run.ts';
import type { Paths, World } from './world.ts';

/** The volumes of a build's pod. */
const PATHS: Paths = {
  workspace: '/workspace',
  platform: '/platform',
  home: '/builder/home',
  projectMetadata: '/projectMetadata',
};

async function main(): Promise<number> {
  const termination = new AbortController();
  // A container's first process is not ended by signals that it does not handle.
  process.once('SIGTERM', () => termination.abort());
  try {
    return await prepared(termination.signal);
  } catch (error) {
    const { line, exitCode } = endBy(error, 'PrepareFailed', makeRedaction().redact, termination.signal);
    printError(line);
    return exitCode;
  }
}

async function prepared(signal: AbortSignal): Promise<number> {
  const command = readArguments(process.argv.slice(2));
  if (command.kind === 'help') {
    process.stdout.write(USAGE);
    return 0;
  }
  // Modes end up in the image: they must not depend on who starts this.
  process.umask(0o022);
  const world = await worldOf(command, process.env, signal);
  const code = await run(world, command, printError);
  await world.network.dispatcher.destroy();
  return code;
}

async function worldOf(
  { inputsFile }: RunCommand,
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<World> {
  return {
    inputsFile,
    paths: PATHS,
    user: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
    architecture: process.arch,
    environment,
    network: {
      dispatcher: makeDispatcher(await networkSettings(environment)),
      now: Date.now,
      random: Math.random,
      sleep: async (milliseconds, ending) => sleep(milliseconds, undefined, { ...(ending && { signal: ending }) }),
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
