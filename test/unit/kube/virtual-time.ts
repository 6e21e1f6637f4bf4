import type { Collaborators } from '../../../src/kube/collaborators.ts';

/** A world in which time goes by only when it is told to. */
export interface VirtualTime {
  readonly collaborators: Collaborators;
  readonly elapsed: () => number;
  /** The waits that were begun, in milliseconds. */
  readonly waits: readonly number[];
  /** Lets so much time go by, and everything happen that waits for it, in order. */
  readonly advance: (milliseconds: number) => Promise<void>;
}

/** Chance is always the same. */
export function virtualTime(random = 0.5): VirtualTime {
  let time = 0;
  const waits: number[] = [];
  const sleepers = new Set<{ readonly at: number; readonly wake: () => void }>();
  const sleep: Collaborators['sleep'] = async (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      waits.push(milliseconds);
      if (signal?.aborted === true) return reject(signal.reason as Error);
      const stop = (): void => {
        sleepers.delete(sleeper);
        reject(signal?.reason as Error);
      };
      const wake = (): void => {
        signal?.removeEventListener('abort', stop);
        resolve();
      };
      const sleeper = { at: time + milliseconds, wake };
      sleepers.add(sleeper);
      signal?.addEventListener('abort', stop);
    });
  const advance = async (milliseconds: number): Promise<void> => {
    const end = time + milliseconds;
    await settled();
    for (;;) {
      const next = [...sleepers].toSorted((one, other) => one.at - other.at)[0];
      if (next === undefined || next.at > end) break;
      sleepers.delete(next);
      time = Math.max(time, next.at);
      next.wake();
      await settled();
    }
    time = end;
  };
  return {
    collaborators: { now: () => 1_000_000 + time, elapsed: () => time, random: () => random, sleep },
    elapsed: () => time,
    waits,
    advance,
  };
}

/** Lets all happen that waits for nothing. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
