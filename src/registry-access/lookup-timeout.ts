import { abortable } from '../runtime/abortable.ts';
import type { Clock } from '../runtime/clock.ts';
import { accountKey, type Account } from './account.ts';
import type { RegistryAccess } from './registry-access.ts';

/** A registry has not answered within the timeout. The lookup continues in the background, and a retry gets its result. */
export class LookupPending extends Error {
  override readonly name = 'LookupPending';
  /** The delay in milliseconds after which a retry makes sense. */
  readonly retryAfterMs: number;

  constructor(image: string, timeoutMs: number, retryAfterMs: number) {
    super(
      `the registry of ${image} has not answered within ${timeoutMs / 1000} seconds; the lookup continues in the background`,
    );
    this.retryAfterMs = retryAfterMs;
  }
}

/** The maximum time that callers wait for a lookup, counted from its start. */
const TIMEOUT_MS = 5_000;

const RETRY_AFTER_MS = 5_000;

/** The time that the result of a lookup is kept for callers that gave up waiting. */
const RESULT_LIFETIME_MS = 60_000;

type Lookups = Pick<RegistryAccess, 'facts' | 'labels' | 'digest'>;

type Lookup<T> = (image: string, account: Account | undefined, signal?: AbortSignal) => Promise<T>;

type LookupClock = Pick<Clock, 'elapsed' | 'schedule'>;

interface PendingLookup<T> {
  readonly result: Promise<T>;
  readonly startedAt: number;
  settledAt: number | undefined;
}

/**
 * Limits the time that a worker waits for a registry. A lookup that takes longer rejects with `LookupPending`, but
 * continues; the next call with the same image and account joins it or gets its result.
 */
export function withLookupTimeout({ facts, labels, digest }: Lookups, clock: LookupClock): Lookups {
  return { facts: limited(facts, clock), labels: limited(labels, clock), digest: limited(digest, clock) };
}

function limited<T>(lookup: Lookup<T>, clock: LookupClock): Lookup<T> {
  const lookups = new Map<string, PendingLookup<T>>();
  return async (image, account, signal) => {
    removeExpired(lookups, clock.elapsed());
    const key = `${accountKey(account)} ${image}`;
    const pending = lookups.get(key) ?? start(lookup(image, account), clock);
    lookups.set(key, pending);
    await settledOrTimeout(pending, new LookupPending(image, TIMEOUT_MS, RETRY_AFTER_MS), clock, signal);
    if (lookups.get(key) === pending) lookups.delete(key);
    return pending.result;
  };
}

function start<T>(result: Promise<T>, clock: LookupClock): PendingLookup<T> {
  const pending: PendingLookup<T> = { result, startedAt: clock.elapsed(), settledAt: undefined };
  const settle = (): void => {
    pending.settledAt = clock.elapsed();
  };
  result.then(settle, settle);
  return pending;
}

function removeExpired(lookups: Map<string, PendingLookup<unknown>>, now: number): void {
  for (const [key, { settledAt = now }] of lookups) if (now >= settledAt + RESULT_LIFETIME_MS) lookups.delete(key);
}

function ignore(): void {}

/** Resolves when the lookup has settled, whatever its result; rejects with the timeout error if that takes too long. */
async function settledOrTimeout(
  { result, startedAt, settledAt }: PendingLookup<unknown>,
  timeout: LookupPending,
  clock: LookupClock,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (settledAt !== undefined) return;
  const leftMs = startedAt + TIMEOUT_MS - clock.elapsed();
  if (leftMs <= 0) throw timeout;
  let cancel = ignore;
  const timedOut = new Promise<never>((_, reject) => {
    cancel = clock.schedule(leftMs, () => reject(timeout));
  });
  try {
    await abortable(signal, Promise.race([result.then(ignore, ignore), timedOut]));
  } finally {
    cancel();
  }
}
