import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** Cancels a scheduled callback; has no effect once the callback has run. */
export type Cancel = () => void;

/** Reads the time and waits. All times are in milliseconds. Tests replace it by a clock that they advance themselves. */
export interface Clock {
  /** Returns the wall-clock time since 1970. NTP or an operator can set it back, so use it for dates only. */
  readonly now: () => number;
  /** Returns the time since an arbitrary moment on a monotonic clock. Use it to measure durations. */
  readonly elapsed: () => number;
  /** Waits; rejects once the signal is aborted. */
  readonly sleep: (delayMs: number, signal?: AbortSignal) => Promise<void>;
  /** Calls back once after the delay. */
  readonly schedule: (delayMs: number, callback: () => void) => Cancel;
}

/** The clock of this machine. Setting the machine's date does not change running delays. */
export const SYSTEM_CLOCK: Clock = {
  now: Date.now,
  elapsed: () => performance.now(),
  sleep: async (delayMs, signal) => sleep(delayMs, undefined, signal === undefined ? {} : { signal }),
  schedule,
};

/** setTimeout fires immediately if the delay is longer than this. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

function schedule(delayMs: number, callback: () => void): Cancel {
  let timer: NodeJS.Timeout;
  const arm = (leftMs: number): void => {
    const stepMs = Math.min(leftMs, MAX_TIMEOUT_MS);
    timer = setTimeout(() => (leftMs > stepMs ? arm(leftMs - stepMs) : callback()), stepMs);
  };
  arm(delayMs);
  return () => clearTimeout(timer);
}
