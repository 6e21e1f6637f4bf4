import type { Cancel, Clock } from './clock.ts';
import { Fifo, PriorityQueue, type Priority } from './priority-queue.ts';

/** Receives the state of a queue. */
export interface QueueMetrics {
  /** The number of keys that wait for a worker. */
  depth(keys: number): void;
  /** Records the milliseconds that a key has waited for a worker. */
  waited(timeMs: number): void;
}

interface Delayed {
  readonly at: number;
  readonly cancel: Cancel;
}

interface Dirty {
  /** The time at which the key was added. */
  readonly since: number;
  /** The priority of a key that is being processed can be undecided until then, because its reconcile can change the priority. */
  readonly priority: Priority | 'undecided';
}

type Taker = (key: string | undefined) => void;

/**
 * A queue of keys with the semantics of client-go's work queue. A key that is added several times is taken once. A key
 * is never reconciled twice at the same time. A key that is added while it is reconciled is taken again afterwards. Among the keys of
 * one priority, namespaces have their turn one after the other, so thousands of keys of one namespace do not delay the others.
 */
export class WorkQueue {
  readonly #clock: Clock;
  readonly #metrics: QueueMetrics | undefined;
  readonly #priorityOf: (key: string) => Priority;
  /** The keys that have to be reconciled. */
  readonly #dirty = new Map<string, Dirty>();
  /** The keys that were taken and are not done yet. */
  readonly #processing = new Set<string>();
  /** The dirty keys that are not being processed. */
  readonly #waiting = new Set<string>();
  /** The waiting keys in the order in which they were added. A key that has another priority now is still here, and is skipped. */
  readonly #ready = new PriorityQueue<string>();
  readonly #delayed = new Map<string, Delayed>();
  readonly #takers = new Fifo<Taker>();
  #isShutDown = false;

  /** `priorityOf` returns the priority of keys that are added without a priority. */
  constructor(clock: Clock, metrics?: QueueMetrics, priorityOf: (key: string) => Priority = () => 'normal') {
    this.#clock = clock;
    this.#metrics = metrics;
    this.#priorityOf = priorityOf;
  }

  /** Adds the key. A key that is added several times gets its highest priority. */
  add(key: string, priority?: Priority): void {
    if (this.#isShutDown) return;
    const isProcessing = this.#processing.has(key);
    const added = priority ?? (isProcessing ? 'undecided' : this.#priorityOf(key));
    const known = this.#dirty.get(key);
    if (known !== undefined && RANKS[known.priority] <= RANKS[added]) return;
    this.#dirty.set(key, { since: known?.since ?? this.#clock.elapsed(), priority: added });
    if (!isProcessing) this.#enqueue(key);
  }

  /** Adds the key after the delay. If a key has several delays, the earliest one counts. */
  addAfter(key: string, delayMs: number): void {
    if (this.#isShutDown) return;
    if (delayMs <= 0) return this.add(key);
    const at = this.#clock.elapsed() + delayMs;
    const known = this.#delayed.get(key);
    if (known !== undefined && known.at <= at) return;
    known?.cancel();
    const cancel = this.#clock.schedule(delayMs, () => {
      this.#delayed.delete(key);
      this.add(key);
    });
    this.#delayed.set(key, { at, cancel });
  }

  /**
   * Resolves to the next key as soon as there is one, or to `undefined` once the queue is shut down and empty. The caller
   * calls `done` for every key.
   */
  take(): Promise<string | undefined> {
    return new Promise((resolve) => {
      this.#takers.push(resolve);
      this.#serve();
    });
  }

  /** Marks a key that was taken as no longer being reconciled. */
  done(key: string): void {
    this.#processing.delete(key);
    if (this.#dirty.has(key)) this.#enqueue(key);
  }

  /** Accepts no more keys and drops the delayed ones. Keys that are ready can still be taken. */
  shutDown(): void {
    this.#isShutDown = true;
    for (const { cancel } of this.#delayed.values()) cancel();
    this.#delayed.clear();
    this.#serve();
  }

  /** Shuts down and returns the keys that no worker took. */
  abandon(): readonly string[] {
    const abandoned = [...this.#dirty.keys()];
    this.#dirty.clear();
    this.#waiting.clear();
    this.#metrics?.depth(0);
    this.shutDown();
    return abandoned;
  }

  #enqueue(key: string): void {
    const { since, priority: added } = this.#dirty.get(key) ?? { since: this.#clock.elapsed(), priority: 'undecided' };
    const priority = added === 'undecided' ? this.#priorityOf(key) : added;
    this.#dirty.set(key, { since, priority });
    this.#waiting.add(key);
    this.#ready.push(key, priority, namespaceOf(key));
    this.#metrics?.depth(this.#waiting.size);
    this.#serve();
  }

  #serve(): void {
    while (this.#takers.size() > 0 && (this.#waiting.size > 0 || this.#isShutDown)) {
      this.#takers.shift()?.(this.#next());
    }
  }

  #next(): string | undefined {
    if (this.#waiting.size === 0) return undefined;
    const key = this.#ready.shift(
      (one, priority) => this.#waiting.has(one) && this.#dirty.get(one)?.priority === priority,
    );
    const dirty = key === undefined ? undefined : this.#dirty.get(key);
    return key === undefined || dirty === undefined ? undefined : this.#taken(key, dirty);
  }

  #taken(key: string, { since }: Dirty): string {
    for (const keys of [this.#dirty, this.#waiting]) keys.delete(key);
    this.#processing.add(key);
    this.#metrics?.depth(this.#waiting.size);
    this.#metrics?.waited(this.#clock.elapsed() - since);
    return key;
  }
}

/** Returns the namespace of the key `NAMESPACE/NAME`. */
function namespaceOf(key: string): string {
  return key.slice(0, Math.max(0, key.indexOf('/')));
}

const RANKS: Readonly<Record<Dirty['priority'], number>> = { high: 0, normal: 1, undecided: 2, low: 3 };
