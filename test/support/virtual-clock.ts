import { setImmediate as turn } from 'node:timers/promises';
import type { Cancel, Clock } from '../../src/core/runtime/clock.ts';

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** A clock that stands still until a test advances it. */
export class VirtualClock implements Clock {
  /** The delays of all calls to `sleep`, in milliseconds. */
  readonly sleeps: number[] = [];
  #time = 0;
  #timers: readonly Timer[] = [];

  readonly now = (): number => 1_000_000 + this.#time;

  readonly elapsed = (): number => this.#time;

  readonly schedule = (delayMs: number, callback: () => void): Cancel => {
    const timer: Timer = { at: this.#time + delayMs, callback };
    this.#timers = [...this.#timers, timer];
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  };

  readonly sleep = async (delayMs: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      this.sleeps.push(delayMs);
      if (signal?.aborted === true) return reject(signal.reason as Error);
      const stop = (): void => {
        cancel();
        reject(signal?.reason as Error);
      };
      const cancel = this.schedule(delayMs, () => {
        signal?.removeEventListener('abort', stop);
        resolve();
      });
      signal?.addEventListener('abort', stop);
    });

  /** Returns how many callbacks are scheduled. */
  pending(): number {
    return this.#timers.length;
  }

  /** Advances the time. Calls what falls due in order, each at its own time, and lets its consequences happen. */
  async advance(timeMs: number): Promise<void> {
    await settled();
    const end = this.#time + timeMs;
    for (let due = this.#nextBefore(end); due !== undefined; due = this.#nextBefore(end)) {
      this.#timers = this.#timers.filter((timer) => timer !== due);
      this.#time = Math.max(this.#time, due.at);
      due.callback();
      await settled();
    }
    this.#time = end;
    await settled();
  }

  #nextBefore(end: number): Timer | undefined {
    return this.#timers.filter(({ at }) => at <= end).toSorted((one, other) => one.at - other.at)[0];
  }
}

/** Resolves when all pending promises and immediates have run. */
export async function settled(): Promise<void> {
  for (let turns = 0; turns < 5; turns += 1) await turn();
}
