import { oneLine } from '../../core/model/one-line.ts';
import type { Writable } from 'node:stream';
import type { ObservedValue } from '../../insight/logs/observed-value.ts';
import type { Clock } from '../../core/runtime/clock.ts';
import { humanDuration } from '../../insight/views/duration.ts';

/** The state of what is awaited. */
export type Awaited<T> =
  | { readonly kind: 'done'; readonly value: T }
  /** `doing` is absent if there is nothing new to show. */
  | { readonly kind: 'pending'; readonly doing: string | undefined }
  /** Someone has to act. The state may be out of date, so the wait ends only if it lasts. */
  | { readonly kind: 'stuck'; readonly doing: string; readonly error: Error };

export interface WaitDependencies {
  readonly errors: Writable;
  readonly clock: Pick<Clock, 'elapsed' | 'schedule'>;
  /** Ends the wait, with the reason as the error. */
  readonly signal: AbortSignal;
}

/** Waits for states of a cluster, and prints a line for each new state. The times count from the start. */
export interface Wait {
  /** Resolves when `look` returns `done`. Rejects with the error of a state that is stuck, or with the signal's reason. */
  readonly until: <S, T>(seen: ObservedValue<S>, look: (now: S) => Awaited<T>) => Promise<T>;
}

/** A state that lasts is printed again after this time, so that the user sees that the command still waits. */
const REPEAT_MS = 30_000;

/** The time that a controller has to replace a state in which someone has to act. */
const STUCK_MS = 10_000;

export function startWait({ errors, clock, signal }: WaitDependencies): Wait {
  const startedMs = clock.elapsed();
  const shown = { doing: '', sinceMs: startedMs, printedMs: startedMs };
  const show = (doing: string): void => {
    if (doing === '') return;
    const now = clock.elapsed();
    const isNew = doing !== shown.doing;
    if (!isNew && now - shown.printedMs < REPEAT_MS) return;
    if (isNew) Object.assign(shown, { doing, sinceMs: now });
    shown.printedMs = now;
    const since = isNew ? '' : ` (for ${humanDuration(now - shown.sinceMs)})`;
    errors.write(`${humanDuration(now - startedMs)} ${oneLine(doing)}${since}\n`);
  };
  const until: Wait['until'] = async (seen, look) => {
    let stuckSinceMs: number | undefined;
    for (;;) {
      const found = look(seen.now());
      if (found.kind === 'done') return found.value;
      stuckSinceMs = found.kind === 'stuck' ? (stuckSinceMs ?? clock.elapsed()) : undefined;
      if (found.kind === 'stuck' && clock.elapsed() - (stuckSinceMs ?? 0) >= STUCK_MS) throw found.error;
      show(found.doing ?? shown.doing);
      await changedWithin(seen, found.kind === 'stuck' ? STUCK_MS : REPEAT_MS);
    }
  };
  const changedWithin = async (seen: ObservedValue<unknown>, timeoutMs: number): Promise<void> => {
    const timeout = new AbortController();
    const cancel = clock.schedule(timeoutMs, () => timeout.abort());
    try {
      await seen.changed(AbortSignal.any([signal, timeout.signal]));
    } catch (error) {
      signal.throwIfAborted();
      if (!timeout.signal.aborted) throw error;
    } finally {
      cancel();
    }
  };
  return { until };
}
