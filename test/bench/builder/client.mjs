import { setTimeout as sleep } from 'node:timers/promises';

/** Work with a client of registries. */
export async function withClient({ makeDispatcher, registryClient }, work) {
  const dispatcher = makeDispatcher({});
  const pause = async (milliseconds) => void (await sleep(milliseconds));
  const collaborators = { dispatcher, now: Date.now, random: Math.random, sleep: pause };
  try {
    return await work(registryClient({ collaborators, keychain: async () => undefined }));
  } finally {
    await dispatcher.close();
  }
}
