import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fieldError } from '../../model/problem.ts';
import { makeDispatcher } from '../../registry/client/dispatcher.ts';
import { registryClient, type RegistryClient } from '../../registry/client/registry-client.ts';
import { RegistryError } from '../../registry/client/registry-error.ts';
import { CommandFailure } from '../command-failure.ts';
import { systemMessage } from '../system-message.ts';
import type { Terminal } from '../terminal.ts';
import { dockerKeychain } from './docker-keychain.ts';
import type { RegistryFlags } from './flags.ts';
import { proxies } from './proxies.ts';

/** Work with a client of registries that has docker's credentials and the environment's proxies; closed afterwards. */
export async function withRegistry<T>(
  { insecureRegistry: insecure = [], registryMirror: mirrors = {}, caFile }: RegistryFlags,
  { environment }: Terminal,
  work: (client: RegistryClient) => Promise<T>,
): Promise<T> {
  const keychain = await orFailure('docker config', async () => dockerKeychain(environment));
  const caBundle = caFile === undefined ? undefined : await orFailure(caFile, async () => readFile(caFile, 'utf8'));
  const dispatcher = makeDispatcher({ ...proxies(environment), ...(caBundle !== undefined && { caBundle }) });
  try {
    const collaborators = { dispatcher, now: Date.now, random: Math.random, sleep: pause };
    return await work(registryClient({ collaborators, keychain, insecure, mirrors }));
  } finally {
    await dispatcher.close();
  }
}

/** What is wrong with a file of the user's is the user's to mend. */
async function orFailure<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const message = error instanceof RegistryError ? error.message : `${what}: ${systemMessage(error)}`;
    throw new CommandFailure([fieldError([], message)], 1);
  }
}

async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, signal === undefined ? {} : { signal });
}
