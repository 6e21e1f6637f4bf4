import { SYSTEM_CLOCK } from '../../../src/core/runtime/clock.ts';
import { text } from 'node:stream/consumers';
import type { Dispatcher } from 'undici';
import type { Readable } from 'node:stream';
import { ACCOUNT } from '../../cluster/registry/account.ts';
import { REQUEST_TIMEOUTS } from '../../../src/clients/registry/client/transport/transport.ts';
import { makeDispatcher } from '../../../src/clients/registry/client/transport/dispatcher.ts';
import type { Keychain } from '../../../src/clients/registry/client/credentials/keychain.ts';
import {
  registryClient,
  type RegistryClient,
  type RegistryClientOptions,
} from '../../../src/clients/registry/client/registry-client.ts';
import { rejection } from './rejection.ts';

/** The test bed's user, and another user. */
export const builder: Keychain = async () => ({ kind: 'password', ...ACCOUNT });
export const stranger: Keychain = async () => ({ kind: 'password', username: 'stranger', password: 'open sesame' });
export const nobody: Keychain = async () => undefined;

/** Clients for the suite of the caller. They wait for a shorter time than servers ask for, and record the requested times. */
export interface TestClients {
  readonly make: (options?: Partial<RegistryClientOptions>) => RegistryClient;
  /** The delays since the last test, in milliseconds. */
  readonly waits: number[];
}

export function testClients(): TestClients {
  const waits: number[] = [];
  let dispatcher: Dispatcher | undefined;
  before(() => {
    dispatcher = makeDispatcher();
  });
  after(async () => dispatcher?.destroy());
  beforeEach(() => void waits.splice(0));
  const make = (options: Partial<RegistryClientOptions> = {}): RegistryClient => {
    if (dispatcher === undefined) throw new Error('the suite has not begun');
    return registryClient({
      network: {
        dispatcher,
        clock: {
          now: Date.now,
          sleep: async (milliseconds, signal) => {
            waits.push(milliseconds);
            await SYSTEM_CLOCK.sleep(Math.min(milliseconds, 5), signal);
          },
        },
        random: () => 0.5,
      },
      keychain: nobody,
      timeouts: { ...REQUEST_TIMEOUTS, idleMs: 10_000 },
      ...options,
    });
  };
  return { make, waits };
}

/** Returns the code and message of an error. Fails if there is no error. */
export async function failureOf(work: Promise<unknown>): Promise<string> {
  const error = await rejection(work);
  if (!(error instanceof Error)) throw new Error('this should have failed');
  return `${'code' in error ? String(error.code) : error.name} ${error.message}`;
}

/** Returns the whole text of a stream. */
export async function contentOf(stream: Readable): Promise<string> {
  return text(stream);
}
