import { setMaxListeners } from 'node:events';

/** The timeouts of one response. */
export interface ResponseTimeouts {
  /** Until the response headers arrive. Defaults to `idleMs`. */
  readonly responseMs?: number;
  /** The longest time between two bytes of the body. */
  readonly idleMs: number;
  /** For the whole response. Unlimited by default. */
  readonly totalMs?: number;
}

/** The longest delay of Node's timers, about 24 days. A longer delay would fire at once. */
export const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Enforces the timeouts of one response. */
export interface TimeoutTimer {
  /** Aborted when a timeout expires or the caller's signal is aborted. */
  readonly signal: AbortSignal;
  /** True if a timeout expired. */
  readonly hasExpired: () => boolean;
  /** Restarts the idle timeout. Call it for every chunk. */
  readonly refresh: () => void;
  readonly stop: () => void;
}

/** Starts the timeouts. Call `stop` when the response has ended. */
export function startTimeouts(timeouts: ResponseTimeouts, outer: AbortSignal | undefined): TimeoutTimer {
  const { idleMs, responseMs = idleMs, totalMs = MAX_TIMEOUT_MS } = timeouts;
  const controller = new AbortController();
  let isExpired = false;
  let isStopped = false;
  const expire = (): void => {
    isExpired = true;
    controller.abort();
  };
  const startTimer = (delayMs: number): NodeJS.Timeout => setTimeout(expire, Math.min(delayMs, MAX_TIMEOUT_MS));
  const abortWithOuter = (): void => controller.abort(outer?.reason);
  let idleTimer = startTimer(responseMs);
  let hasResponse = responseMs === idleMs;
  const totalTimer = startTimer(totalMs);
  // Many requests listen to one signal, and Node warns above ten listeners.
  if (outer !== undefined) setMaxListeners(0, outer);
  // `AbortSignal.any` leaks in Node 20: it keeps every result until the outer signal is collected.
  outer?.addEventListener('abort', abortWithOuter, { once: true });
  if (outer?.aborted === true) abortWithOuter();
  return {
    signal: controller.signal,
    hasExpired: () => isExpired,
    refresh: () => {
      // Refreshing a cleared timer would restart the timer.
      if (isStopped) return;
      if (hasResponse) return void idleTimer.refresh();
      clearTimeout(idleTimer);
      idleTimer = startTimer(idleMs);
      hasResponse = true;
    },
    stop: () => {
      isStopped = true;
      clearTimeout(idleTimer);
      clearTimeout(totalTimer);
      outer?.removeEventListener('abort', abortWithOuter);
    },
  };
}
