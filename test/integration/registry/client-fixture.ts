import { setTimeout as sleep } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import type { Dispatcher } from 'undici';
import type { Readable } from 'node:stream';
import { ACCOUNT } from '../../cluster/registry/account.ts';
import { DEADLINES } from '../../../src/registry/client/deadline.ts';
import { makeDispatcher } from '../../../src/registry/client/dispatcher.ts';
import type { Keychain } from '../../../src/registry/client/keychain.ts';
import {
  registryClient,
  type RegistryClient,
  type RegistryClientOptions,
} from '../../../src/registry/client/registry-client.ts';
import { rejection } from './rejection.ts';

/** The bed's user, and somebody else. */
export const builder: Keychain = async () => ({ kind: 'password', ...ACCOUNT });
export const stranger: Keychain = async () => ({ kind: 'password', username: 'stranger', password: 'open sesame' });
export const nobody: Keychain = async () => undefined;

/** Clients for the tests of the suite that calls this. They wait shorter than they are told, and what they are told is kept. */
export interface TestClients {
  readonly make: (options?: Partial<RegistryClientOptions>) => RegistryClient;
  /** The waits since the last test, in milliseconds. */
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
      collaborators: {
        dispatcher,
        now: Date.now,
        random: () => 0.5,
        sleep: async (milliseconds, signal) => {
          waits.push(milliseconds);
          await sleep(Math.min(milliseconds, 5), undefined, signal === undefined ? {} : { signal });
        },
      },
      keychain: nobody,
      deadlines: { ...DEADLINES, idle: 10_000 },
      ...options,
    });
  };
  return { make, waits };
}

/** The code and message of a failure; fails where there is none. */
export async function failureOf(work: Promise<unknown>): Promise<string> {
  const error = await rejection(work);
  if (!(error instanceof Error)) throw new Error('this should have failed');
  return `${'code' in error ? String(error.code) : error.name} ${error.message}`;
}

/** Everything that a stream gives. */
export async function contentOf(stream: Readable): Promise<string> {
  return text(stream);
}
