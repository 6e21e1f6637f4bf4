import { setMaxListeners } from 'node:events';

/** How long an answer may take, in milliseconds. */
export interface Patience {
  /** Until it begins. */
  readonly opening: number;
  /** Without a byte, once it has begun. */
  readonly idle: number;
  /** As a whole. */
  readonly total: number;
}

/** The longest time that Node's timers know: 24 days. */
export const NO_LIMIT = 2_147_483_647;

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
export function startPatience({ opening, idle, total }: Patience, outer: AbortSignal | undefined): PatienceClock {
  const controller = new AbortController();
  let isOver = false;
  let isStopped = false;
  const end = (): void => {
    isOver = true;
    controller.abort();
  };
  const follow = (): void => controller.abort(outer?.reason);
  let waiting = setTimeout(end, opening);
  const whole = setTimeout(end, total);
  // One signal ends everything under way, which is more than the ten listeners at which Node warns.
  if (outer !== undefined) setMaxListeners(0, outer);
  // Not `AbortSignal.any`, of which Node 20 keeps every result as long as the outer signal lives.
  outer?.addEventListener('abort', follow, { once: true });
  if (outer?.aborted === true) follow();
  return {
    signal: controller.signal,
    isOver: () => isOver,
    touch: () => {
      if (isStopped) return;
      clearTimeout(waiting);
      waiting = setTimeout(end, idle);
    },
    stop: () => {
      isStopped = true;
      clearTimeout(waiting);
      clearTimeout(whole);
      outer?.removeEventListener('abort', follow);
    },
  };
}
