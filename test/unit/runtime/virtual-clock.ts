import { setImmediate as turn } from 'node:timers/promises';
import type { Cancel, Clock } from '../../../src/runtime/clock.ts';

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** A clock that stands still until it is told to go on. */
export class VirtualClock implements Clock {
  #now = 0;
  #timers: readonly Timer[] = [];

  now(): number {
    return this.#now;
  }

  schedule(delay: number, callback: () => void): Cancel {
    const timer: Timer = { at: this.#now + delay, callback };
    this.#timers = [...this.#timers, timer];
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** How many callbacks are still to come. */
  pending(): number {
    return this.#timers.length;
  }

  /** Lets so much time pass, calling what falls due in order, each at its moment and with its consequences. */
  async advance(time: number): Promise<void> {
    await settled();
    const end = this.#now + time;
    for (let due = this.#nextBefore(end); due !== undefined; due = this.#nextBefore(end)) {
      this.#timers = this.#timers.filter((timer) => timer !== due);
      this.#now = due.at;
      due.callback();
      await settled();
    }
    this.#now = end;
    await settled();
  }

  #nextBefore(end: number): Timer | undefined {
    return this.#timers.filter(({ at }) => at <= end).toSorted((one, other) => one.at - other.at)[0];
  }
}

/** Everything that waits for nothing but its turn has had it. */
export async function settled(): Promise<void> {
  for (let turns = 0; turns < 3; turns += 1) await turn();
}
