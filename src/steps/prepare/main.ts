import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeRedaction } from '../../http/redaction.ts';
import { makeDispatcher } from '../../registry/client/dispatcher.ts';
import { readArguments, USAGE } from './command-line.ts';
import { FAILURES } from './failure.ts';
import { readLimits } from './limits.ts';
import { run } from './run.ts';
import { prepareError } from './system-error.ts';
import type { Paths, World } from './world.ts';

/** The volumes of a build's pod. */
const PATHS: Paths = {
  workspace: '/workspace',
  platform: '/platform',
  home: '/builder/home',
  projectMetadata: '/projectMetadata',
};

async function main(): Promise<number> {
  const command = readArguments(process.argv.slice(2));
  if (command.kind === 'help') {
    process.stdout.write(USAGE);
    return 0;
  }
  // Modes end up in the image: they must not depend on who starts this.
  process.umask(0o022);
  const world = worldOf(command.inputsFile, process.env);
  const code = await run(world, (line) => void process.stderr.write(`${line}\n`));
  await world.network.dispatcher.close();
  return code;
}

function worldOf(inputsFile: string, environment: NodeJS.ProcessEnv): World {
  return {
    inputsFile,
    paths: PATHS,
    environment,
    limits: readLimits(environment),
    network: {
      dispatcher: makeDispatcher(networkSettings(environment)),
      now: Date.now,
      random: Math.random,
      sleep: async (milliseconds, signal) => sleep(milliseconds, undefined, signal === undefined ? {} : { signal }),
    },
    redaction: makeRedaction(),
    log: (line) => void process.stdout.write(`${line}\n`),
  };
}

function networkSettings(environment: NodeJS.ProcessEnv): Parameters<typeof makeDispatcher>[0] {
  const { SSL_CERT_FILE: certificates = '' } = environment;
  const proxy = (name: string): string => environment[name] ?? environment[name.toLowerCase()] ?? '';
  return {
    ...(certificates !== '' && { caBundle: readFileSync(certificates, 'utf8') }),
    httpProxy: proxy('HTTP_PROXY'),
    httpsProxy: proxy('HTTPS_PROXY'),
    noProxy: proxy('NO_PROXY'),
  };
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const failure = prepareError(error, 'Unexpected', error instanceof Error ? error.message : 'prepare fails');
    process.stderr.write(`ERROR: ${failure.message}\n`);
    process.exitCode = FAILURES[failure.code].exitCode;
  },
);
