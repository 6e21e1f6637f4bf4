import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { proxiesFromEnvironment, type ProxySettings } from '../../clients/http/environment-proxies.ts';
import type { ApiObject } from '../../core/api/read-objects.ts';
import { fieldError } from '../../core/model/problem.ts';
import { credentialHelperPrograms } from '../../clients/registry/client/credentials/credential-helper.ts';
import { parseDockerConfig } from '../../clients/registry/client/credentials/docker-config.ts';
import { dockerConfigKeychain, type Keychain } from '../../clients/registry/client/credentials/keychain.ts';
import { registryClient, type RegistryClient } from '../../clients/registry/client/registry-client.ts';
import { RegistryError } from '../../clients/registry/client/registry-error.ts';
import { makeDispatcher } from '../../clients/registry/client/transport/dispatcher.ts';
import { SYSTEM_CLOCK } from '../../core/runtime/clock.ts';
import type { RegistryFlags } from '../options.ts';
import { readCertificates } from '../ca-file.ts';
import { CommandFailure, failure } from '../problems.ts';
import { systemMessage, type Terminal } from '../terminal.ts';
import { accountLogins } from './account-logins.ts';
import { imageReader, type ImageReader } from './image-reader.ts';
import { withWaitingNote } from './waiting-note.ts';

/** Runs work with a registry client that has docker's credentials and the environment's proxies, and closes the client. */
export async function withRegistry<T>(
  flags: RegistryFlags,
  terminal: Terminal,
  work: (client: RegistryClient) => Promise<T>,
): Promise<T> {
  const keychain = await orFailure(async () => dockerKeychain(terminal.environment));
  return withRegistryClients(flags, terminal, async (makeClient) =>
    withWaitingNote(terminal.errors, async () => work(makeClient(keychain))),
  );
}

/**
 * Runs work with a reader of images that tries the logins of the ServiceAccounts among the objects before docker's credentials, and
 * closes its connections.
 */
export async function withImageReader<T>(
  { objects, namespace }: AccountsInput,
  flags: RegistryFlags,
  terminal: Terminal,
  work: (reader: ImageReader) => Promise<T>,
): Promise<T> {
  const keychain = await orFailure(async () => dockerKeychain(terminal.environment));
  const accounts = accountLogins(objects, namespace);
  return withRegistryClients(flags, terminal, async (makeClient) =>
    withWaitingNote(terminal.errors, async () =>
      work(imageReader(accounts, makeClient, makeClient(keychain), flags.registryMirror)),
    ),
  );
}

/** The objects that may have logins. Those without a namespace are in `namespace`. */
export interface AccountsInput {
  readonly objects: readonly ApiObject[];
  readonly namespace?: string;
}

/** Runs work that makes registry clients with their own credentials. They share the connections, which are closed in the end. */
export async function withRegistryClients<T>(
  { insecureRegistry: insecure = [], registryMirror: mirrors = {}, caFile, allowAddress = [] }: RegistryFlags,
  { environment }: Pick<Terminal, 'environment'>,
  work: (makeClient: (keychain: Keychain) => RegistryClient) => Promise<T>,
): Promise<T> {
  const caBundle = caFile === undefined ? undefined : await readCertificates(caFile, failure);
  const guard = { allowed: allowAddress.join(','), setting: '--allow-address' };
  const dispatcher = makeDispatcher({ ...proxies(environment), ...(caBundle !== undefined && { caBundle }), guard });
  try {
    const network = { dispatcher, clock: SYSTEM_CLOCK, random: Math.random };
    return await work((keychain) =>
      registryClient({ network, keychain, insecure, mirrors, retriesUnreachable: false }),
    );
  } finally {
    await dispatcher.close();
  }
}

/** Converts errors of reading docker's config to a `CommandFailure`. */
async function orFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const message = error instanceof RegistryError ? error.message : `docker config: ${systemMessage(error)}`;
    throw failure(message);
  }
}

/**
 * Returns the credentials of docker's config.json, or none if the file does not exist. Rejects with `CREDENTIALS`, or with
 * the error of reading the file.
 */
export async function dockerKeychain(environment: Terminal['environment']): Promise<Keychain> {
  const file = configFile(environment);
  const text = file === undefined ? undefined : await readIfPresent(file);
  if (file === undefined || text === undefined) return async () => undefined;
  return dockerConfigKeychain(parseDockerConfig(text, file), credentialHelperPrograms({ environment }));
}

function configFile({ DOCKER_CONFIG = '', HOME = '' }: Terminal['environment']): string | undefined {
  if (DOCKER_CONFIG !== '') return path.join(DOCKER_CONFIG, 'config.json');
  return HOME === '' ? undefined : path.join(HOME, '.docker', 'config.json');
}

async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Reads the proxies from the environment. Throws `CommandFailure`. */
export function proxies(environment: Terminal['environment']): ProxySettings {
  return proxiesFromEnvironment(
    environment,
    (variable, sentence) => new CommandFailure([fieldError([variable], sentence)], 2),
  );
}
