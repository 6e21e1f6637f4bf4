import { setTimeout as sleep } from 'node:timers/promises';

/** Runs work with a registry client. */
export async function withClient({ makeDispatcher, registryClient }, work) {
  const dispatcher = makeDispatcher({});
  const network = { dispatcher, clock: { now: Date.now, sleep }, random: Math.random };
  try {
    return await work(registryClient({ network, keychain: async () => undefined }));
  } finally {
    await dispatcher.close();
  }
}
