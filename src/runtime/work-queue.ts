import type { Cancel, Clock } from './clock.ts';

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

type Taker = (key: string | undefined) => void;

/**
 * A queue of keys with the semantics of client-go's work queue. A key that is added several times is taken once. A key
 * is never reconciled twice at the same time. A key that is added while it is reconciled is taken again afterwards.
 */
export class WorkQueue {
  readonly #clock: Clock;
  readonly #metrics: QueueMetrics | undefined;
  /** The keys that have to be reconciled, and since when. */
  readonly #dirty = new Map<string, number>();
  /** The keys that were taken and are not done yet. */
  readonly #processing = new Set<string>();
  /** The dirty keys that are not being processed. */
  readonly #waiting = new Set<string>();
  /** The waiting keys in the order in which workers take them. A key that was taken early is still here, and is skipped. */
  readonly #ready = new Fifo<string>();
  /** The waiting keys that workers take before all others. */
  readonly #readyFirst = new Fifo<string>();
  /** The dirty keys that workers take before all others. */
  readonly #first = new Set<string>();
  readonly #delayed = new Map<string, Delayed>();
  readonly #takers = new Fifo<Taker>();
  #isShutDown = false;

  constructor(clock: Clock, metrics?: QueueMetrics) {
    this.#clock = clock;
    this.#metrics = metrics;
  }

  add(key: string): void {
    if (this.#isShutDown || this.#dirty.has(key)) return;
    this.#dirty.set(key, this.#clock.elapsed());
    if (!this.#processing.has(key)) this.#enqueue(key);
  }

  /** Adds the key before all keys that were added by `add`. */
  addFirst(key: string): void {
    if (this.#isShutDown || this.#first.has(key)) return;
    this.#first.add(key);
    if (this.#waiting.has(key)) this.#readyFirst.push(key);
    else this.add(key);
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
    this.#first.clear();
    this.#metrics?.depth(0);
    this.shutDown();
    return abandoned;
  }

  #enqueue(key: string): void {
    this.#waiting.add(key);
    (this.#first.has(key) ? this.#readyFirst : this.#ready).push(key);
    this.#metrics?.depth(this.#waiting.size);
    this.#serve();
  }

  #serve(): void {
    while (this.#takers.size() > 0 && (this.#waiting.size > 0 || this.#isShutDown)) {
      this.#takers.shift()?.(this.#next());
    }
  }

  #next(): string | undefined {
    let key = this.#shift();
    while (key !== undefined && !this.#waiting.has(key)) key = this.#shift();
    if (key === undefined) return undefined;
    const since = this.#dirty.get(key) ?? this.#clock.elapsed();
    for (const keys of [this.#dirty, this.#waiting, this.#first]) keys.delete(key);
    this.#processing.add(key);
    this.#metrics?.depth(this.#waiting.size);
    this.#metrics?.waited(this.#clock.elapsed() - since);
    return key;
  }

  #shift(): string | undefined {
    return this.#readyFirst.shift() ?? this.#ready.shift();
  }
}

/** A first-in, first-out queue. Unlike an array's `shift`, its own takes constant time however long the queue is. */
export class Fifo<Item> {
  #arrived: Item[] = [];
  /** The items in reverse order: the last one leaves first. */
  #leaving: Item[] = [];

  size(): number {
    return this.#arrived.length + this.#leaving.length;
  }

  push(item: Item): void {
    this.#arrived.push(item);
  }

  shift(): Item | undefined {
    if (this.#leaving.length === 0) {
      this.#leaving = this.#arrived.toReversed();
      this.#arrived = [];
    }
    return this.#leaving.pop();
  }
}
