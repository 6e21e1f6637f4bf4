import type { ContextReader, ReadContext } from './static-credentials.ts';

/** How long files are taken for what they were, in milliseconds; client-go waits as long with token files. */
export const FILE_LIFE = 60_000;

/** What a context says and names. */
export interface KeptContext {
  /** As it was read last. */
  readonly last: () => ReadContext;
  /** As it is now. */
  readonly read: ContextReader;
  /** Reads it again, if the last time is too long ago; whoever asks meanwhile waits for the same. */
  readonly refresh: () => Promise<void>;
}

/** Reads it once, and then when it is asked to. Rejects as the reader does. */
export async function keptContext(reader: ContextReader, now: () => number): Promise<KeptContext> {
  let last = await reader();
  let until = now() + FILE_LIFE;
  let reading: Promise<unknown> | undefined;
  const read: ContextReader = async () => {
    last = await reader();
    until = now() + FILE_LIFE;
    return last;
  };
  return {
    last: () => last,
    read,
    refresh: async () => {
      if (now() < until) return;
      reading ??= read().finally(() => (reading = undefined));
      await reading;
    },
  };
}
