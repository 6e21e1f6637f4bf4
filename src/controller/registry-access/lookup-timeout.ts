import { abortable } from '../../core/runtime/abortable.ts';
import type { Clock } from '../../core/runtime/clock.ts';
import { WorkPending } from '../../core/runtime/work-pending.ts';
import { accountKey, type Account } from './account.ts';
import type { RegistryAccess } from './registry-access.ts';

/** The maximum time that callers wait for a lookup, counted from its start. */
const TIMEOUT_MS = 5_000;

/** Almost all registries answer within this time. A lookup that takes longer is late. */
const LATE_MS = 1_000;

/**
 * With this many late lookups of a namespace, no worker waits for another one: users of a namespace choose its registries. They are half
 * of the workers of the smallest controllers.
 */
const MAX_AWAITED = 4;

/** The most lookups of such a namespace that run at the same time, because each takes a connection. */
const MAX_RUNNING = 32;

/** A lookup that takes long is asked about less and less often. */
const MIN_RETRY_MS = 5_000;
const MAX_RETRY_MS = 30_000;

/** The time that the result of a lookup is kept for callers that gave up waiting. */
const RESULT_LIFETIME_MS = 60_000;

type Lookups = Pick<RegistryAccess, 'facts' | 'labels' | 'digest'>;

type Lookup<T> = (
  image: string,
  account: Account | undefined,
  signal?: AbortSignal,
  architecture?: string,
) => Promise<T>;

type LookupClock = Pick<Clock, 'elapsed' | 'schedule'>;

interface PendingLookup<T> {
  readonly namespace: string;
  readonly result: Promise<T>;
  readonly startedAt: number;
  settledAt: number | undefined;
}

/**
 * Limits the time that workers wait for registries, and the lookups of a namespace whose registries do not answer. A lookup that takes
 * longer rejects with `WorkPending`, but continues; the next call with the same image, account and architecture joins it or gets its result.
 */
export function withLookupTimeout({ facts, labels, digest }: Lookups, clock: LookupClock): Lookups {
  const all: LookupsByKey<unknown>[] = [];
  return {
    facts: limited(facts, clock, all),
    labels: limited(labels, clock, all),
    digest: limited(digest, clock, all),
  };
}

/** Lookups by image, account and architecture. */
type LookupsByKey<T> = ReadonlyMap<string, PendingLookup<T>>;

/** Adds its lookups to `all`, because lookups of all kinds count together. */
function limited<T>(lookup: Lookup<T>, clock: LookupClock, all: LookupsByKey<unknown>[]): Lookup<T> {
  const lookups = new Map<string, PendingLookup<T>>();
  all.push(lookups);
  return async (image, account, signal, architecture) => {
    removeExpired(lookups, clock.elapsed());
    const { namespace = '' } = account ?? {};
    const running = (minAgeMs: number): number => countRunning(all, namespace, clock.elapsed() - minAgeMs);
    const isSlow = (): boolean => running(LATE_MS) >= MAX_AWAITED;
    const key = `${accountKey(account)} ${image} ${architecture ?? ''}`;
    const known = lookups.get(key);
    if (known === undefined && isSlow() && running(0) >= MAX_RUNNING) throw notStarted(image);
    const pending = known ?? start(lookup(image, account, undefined, architecture), namespace, clock);
    lookups.set(key, pending);
    await settledWithin(pending, isSlow() ? 0 : LATE_MS, clock, signal);
    if (!isSlow()) await settledWithin(pending, TIMEOUT_MS, clock, signal);
    if (pending.settledAt === undefined) throw notSettled(image, clock.elapsed() - pending.startedAt);
    if (lookups.get(key) === pending) lookups.delete(key);
    return pending.result;
  };
}

function start<T>(result: Promise<T>, namespace: string, clock: LookupClock): PendingLookup<T> {
  const pending: PendingLookup<T> = { namespace, result, startedAt: clock.elapsed(), settledAt: undefined };
  const settle = (): void => {
    pending.settledAt = clock.elapsed();
  };
  result.then(settle, settle);
  return pending;
}

/** Counts the lookups of a namespace that started at this time at the latest and have no result yet. */
function countRunning(all: readonly LookupsByKey<unknown>[], namespace: string, latest: number): number {
  let count = 0;
  for (const lookups of all) {
    for (const { namespace: own, settledAt, startedAt } of lookups.values()) {
      if (own === namespace && settledAt === undefined && startedAt <= latest) count += 1;
    }
  }
  return count;
}

function notStarted(image: string): WorkPending {
  const message = `the registry of ${image} has not been asked yet, because other registries of the namespace do not answer`;
  return new WorkPending(message, MAX_RETRY_MS);
}

function notSettled(image: string, ageMs: number): WorkPending {
  const message = `the registry of ${image} has not answered yet; the lookup continues in the background`;
  return new WorkPending(message, Math.min(Math.max(ageMs, MIN_RETRY_MS), MAX_RETRY_MS));
}

function removeExpired(lookups: Map<string, PendingLookup<unknown>>, now: number): void {
  for (const [key, { settledAt = now }] of lookups) if (now >= settledAt + RESULT_LIFETIME_MS) lookups.delete(key);
}

function ignore(): void {}

/** Resolves when the lookup has settled, whatever its result, or this time after its start. */
async function settledWithin(
  { result, startedAt, settledAt }: PendingLookup<unknown>,
  timeoutMs: number,
  clock: LookupClock,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (settledAt !== undefined) return;
  let cancel = ignore;
  const timedOut = new Promise<void>((resolve) => {
    // The result of a cached image needs no timer, and comes first.
    cancel = clock.schedule(Math.max(0, startedAt + timeoutMs - clock.elapsed()), resolve);
  });
  try {
    await abortable(signal, Promise.race([result.then(ignore, ignore), timedOut]));
  } finally {
    cancel();
  }
}
