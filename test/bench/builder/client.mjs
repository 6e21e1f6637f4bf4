import { setTimeout as sleep } from 'node:timers/promises';

/** Work with a client of registries. */
export async function withClient({ makeDispatcher, registryClient }, work) {
  const dispatcher = makeDispatcher({});
  const collaborators = { dispatcher, now: Date.now, random: Math.random, sleep };
  try {
    return await work(registryClient({ collaborators, keychain: async () => undefined }));
  } finally {
    await dispatcher.close();
  }
}
