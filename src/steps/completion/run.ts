import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { makeRedaction } from '../../clients/http/redaction.ts';
import type { Network } from '../../clients/registry/client/transport/transport.ts';
import { makeDispatcher } from '../../clients/registry/client/transport/dispatcher.ts';
import { parseDockerConfig } from '../../clients/registry/client/credentials/docker-config.ts';
import { authsKeychain, type Keychain } from '../../clients/registry/client/credentials/keychain.ts';
import { registryClient } from '../../clients/registry/client/registry-client.ts';
import { RegistryError } from '../../clients/registry/client/registry-error.ts';
import { networkSettings, POD_POLICY } from '../network-settings.ts';
import { CompletionError } from '../../core/model/step-failures/step-error.ts';
import { endBy } from '../step-end.ts';
import { type CompletionFiles, readArguments, USAGE } from './command-line.ts';
import { complete } from './complete.ts';

interface CompletionProcess {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Aborted by SIGTERM. */
  readonly signal: AbortSignal;
  readonly clock: Network['clock'];
  /** Returns a number from 0 up to, but not including, 1: the jitter of retries. */
  readonly random: () => number;
  readonly writeOutput: (text: string) => void;
  readonly writeError: (text: string) => void;
}

/** Runs completion with the arguments after the program's name. Returns the exit code. */
export async function run(args: readonly string[], process: CompletionProcess): Promise<number> {
  try {
    const command = readArguments(args);
    if (command.kind === 'help') process.writeOutput(USAGE);
    else await completeFiles(command.files, process);
    return 0;
  } catch (error) {
    // The registry client has already redacted the messages of registries.
    const { line, exitCode } = endBy(error, 'CompletionFailed', makeRedaction().redact, process.signal);
    process.writeError(`${line}\n`);
    return exitCode;
  }
}

async function completeFiles(
  files: CompletionFiles,
  { environment, signal, clock, random, writeOutput }: CompletionProcess,
): Promise<void> {
  const keychain = await dockerKeychain(
    environment['DOCKER_CONFIG'] ?? path.join(environment['HOME'] ?? '/', '.docker'),
  );
  const dispatcher = makeDispatcher(await networkSettings(environment));
  try {
    const client = registryClient({ network: { dispatcher, clock, random }, keychain, addresses: POD_POLICY, signal });
    await complete(files, { client, now: clock.now, log: (line) => writeOutput(`${line}\n`) });
  } finally {
    await dispatcher.destroy();
  }
}

/**
 * Returns the credentials that prepare wrote into the home directory of its phases. Without a `config.json` there are no
 * credentials. Rejects with `CredentialsInvalid`.
 */
async function dockerKeychain(directory: string): Promise<Keychain> {
  const file = path.join(directory, 'config.json');
  try {
    return authsKeychain([parseDockerConfig(await readFile(file, 'utf8'), file)]);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return async () => undefined;
    const reason = cause instanceof RegistryError ? cause.message : `${file} cannot be read`;
    throw new CompletionError('CredentialsInvalid', reason, cause);
  }
}
