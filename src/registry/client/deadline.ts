/** How long requests may take, in milliseconds. */
export interface Deadlines {
  /** Without a byte in either direction. */
  readonly idle: number;
  /** The same while the registry checks what it received, which takes as long as the blob is large. */
  readonly commit: number;
  /** For a request as a whole, beside the time for its bytes. */
  readonly total: number;
  /** The slowest transfer that is waited for, in bytes per second. */
  readonly slowestRate: number;
}

export const DEADLINES: Deadlines = { idle: 60_000, commit: 300_000, total: 300_000, slowestRate: 16_384 };

/** The clock of one request. */
export interface Deadline {
  /** Aborted when the time is over, or when the outer signal is. */
  readonly signal: AbortSignal;
  readonly isOver: () => boolean;
  /** Something moved: the idle time begins anew. */
  readonly touch: () => void;
  readonly stop: () => void;
}

/** Node's timers hold no more, and take what is more for nothing. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Starts the clock. It runs until it is stopped. */
export function startDeadline(
  { idle, total }: { readonly idle: number; readonly total: number },
  outer: AbortSignal | undefined,
): Deadline {
  const controller = new AbortController();
  let isOver = false;
  let isStopped = false;
  const end = (): void => {
    isOver = true;
    controller.abort();
  };
  const follow = (): void => controller.abort(outer?.reason);
  const idling = setTimeout(end, Math.min(idle, LONGEST_TIMER));
  const whole = setTimeout(end, Math.min(total, LONGEST_TIMER));
  // Not `AbortSignal.any`, of which Node 20 keeps every result as long as the outer signal lives.
  outer?.addEventListener('abort', follow, { once: true });
  if (outer?.aborted === true) follow();
  return {
    signal: controller.signal,
    isOver: () => isOver,
    touch: () => {
      // A timer that was stopped would start again.
      if (!isStopped) idling.refresh();
    },
    stop: () => {
      isStopped = true;
      clearTimeout(idling);
      clearTimeout(whole);
      outer?.removeEventListener('abort', follow);
    },
  };
}
