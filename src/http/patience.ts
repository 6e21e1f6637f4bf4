import { setMaxListeners } from 'node:events';

/** How long an answer may take, in milliseconds. */
export interface Patience {
  /** Until it begins; as `idle` where not told. */
  readonly opening?: number;
  /** Without a byte, once it has begun. */
  readonly idle: number;
  /** As a whole; as long as it goes on where not told. */
  readonly total?: number;
}

/** The longest time that Node's timers know, 24 days; they take what is more for nothing. */
export const NO_LIMIT = 2 ** 31 - 1;

/** The clock of one answer. */
export interface PatienceClock {
  /** Aborted when the time is over, or when the outer signal is. */
  readonly signal: AbortSignal;
  readonly isOver: () => boolean;
  /** Something came: the idle time begins anew. */
  readonly touch: () => void;
  readonly stop: () => void;
}

/** Starts the clock. It runs until it is stopped. */
export function startPatience(patience: Patience, outer: AbortSignal | undefined): PatienceClock {
  const { idle, opening = idle, total = NO_LIMIT } = patience;
  const controller = new AbortController();
  let isOver = false;
  let isStopped = false;
  const end = (): void => {
    isOver = true;
    controller.abort();
  };
  const timer = (milliseconds: number): NodeJS.Timeout => setTimeout(end, Math.min(milliseconds, NO_LIMIT));
  const follow = (): void => controller.abort(outer?.reason);
  let waiting = timer(opening);
  let isOpen = opening === idle;
  const whole = timer(total);
  // One signal ends everything under way, which is more than the ten listeners at which Node warns.
  if (outer !== undefined) setMaxListeners(0, outer);
  // Not `AbortSignal.any`, of which Node 20 keeps every result as long as the outer signal lives.
  outer?.addEventListener('abort', follow, { once: true });
  if (outer?.aborted === true) follow();
  return {
    signal: controller.signal,
    isOver: () => isOver,
    touch: () => {
      // A timer that was stopped would start again.
      if (isStopped) return;
      if (isOpen) return void waiting.refresh();
      clearTimeout(waiting);
      waiting = timer(idle);
      isOpen = true;
    },
    stop: () => {
      isStopped = true;
      clearTimeout(waiting);
      clearTimeout(whole);
      outer?.removeEventListener('abort', follow);
    },
  };
}
