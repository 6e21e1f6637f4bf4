import { performance } from 'node:perf_hooks';

/** Takes back what was scheduled; without effect once that has happened. */
export type Cancel = () => void;

/** What tells the time and calls back later, in milliseconds. */
export interface Clock {
  /** The time since some moment in the past; it never goes back, and is no date. */
  now(): number;
  schedule(delay: number, callback: () => void): Cancel;
}

// setTimeout fires at once when it is asked for more than this.
const LONGEST_TIMEOUT = 2 ** 31 - 1;

/** The machine's clock. Setting its date moves no delay. */
export const SYSTEM_CLOCK: Clock = { now: () => performance.now(), schedule };

function schedule(delay: number, callback: () => void): Cancel {
  let timer: NodeJS.Timeout;
  const arm = (left: number): void => {
    const step = Math.min(left, LONGEST_TIMEOUT);
    timer = setTimeout(() => (left > step ? arm(left - step) : callback()), step);
  };
  arm(delay);
  return () => clearTimeout(timer);
}
