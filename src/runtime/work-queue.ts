import type { Cancel, Clock } from './clock.ts';
import { Fifo } from './fifo.ts';

/** What a queue tells of itself. */
export interface QueueMetrics {
  /** How many keys wait for a worker. */
  depth(keys: number): void;
  /** How long a key has waited for the worker that took it, in milliseconds. */
  waited(time: number): void;
}

interface Delayed {
  readonly at: number;
  readonly cancel: Cancel;
}

type Taker = (key: string | undefined) => void;

/**
 * Keys of objects that need a look, with the semantics of client-go's work queue: a key that is added many times is taken
 * once; it is never worked on twice at once; added while it is worked on, it is taken once more afterwards.
 */
export class WorkQueue {
  readonly #clock: Clock;
  readonly #metrics: QueueMetrics | undefined;
  /** The keys that need to be taken, and since when. */
  readonly #dirty = new Map<string, number>();
  /** The keys that were taken and are not done. */
  readonly #processing = new Set<string>();
  /** The dirty keys that are not in processing, in the order in which they are taken. */
  readonly #line = new Fifo<string>();
  readonly #delayed = new Map<string, Delayed>();
  readonly #takers = new Fifo<Taker>();
  #isShutDown = false;

  constructor(clock: Clock, metrics?: QueueMetrics) {
    this.#clock = clock;
    this.#metrics = metrics;
  }

  add(key: string): void {
    if (this.#isShutDown || this.#dirty.has(key)) return;
    this.#dirty.set(key, this.#clock.now());
    if (!this.#processing.has(key)) this.#enqueue(key);
  }

  /** Adds the key when so many milliseconds have passed; of several delays of one key, the earliest counts. */
  addAfter(key: string, delay: number): void {
    if (this.#isShutDown) return;
    if (delay <= 0) return this.add(key);
    const at = this.#clock.now() + delay;
    const known = this.#delayed.get(key);
    if (known !== undefined && known.at <= at) return;
    known?.cancel();
    const cancel = this.#clock.schedule(delay, () => {
      this.#delayed.delete(key);
      this.add(key);
    });
    this.#delayed.set(key, { at, cancel });
  }

  /** The next key, as soon as there is one; `undefined` once the queue is shut down and empty. Every key taken must be `done`. */
  take(): Promise<string | undefined> {
    return new Promise((resolve) => {
      this.#takers.push(resolve);
      this.#serve();
    });
  }

  /** Says that a key that was taken is no longer worked on. */
  done(key: string): void {
    this.#processing.delete(key);
    if (this.#dirty.has(key)) this.#enqueue(key);
  }

  /** Takes no more keys and drops the delayed ones; what is in line is still handed out. */
  shutDown(): void {
    this.#isShutDown = true;
    for (const { cancel } of this.#delayed.values()) cancel();
    this.#delayed.clear();
    this.#serve();
  }

  /** Shuts down without handing out what is in line, which it returns. */
  abandon(): readonly string[] {
    const abandoned = [...this.#dirty.keys()];
    this.#dirty.clear();
    while (this.#line.shift() !== undefined);
    this.#metrics?.depth(0);
    this.shutDown();
    return abandoned;
  }

  #enqueue(key: string): void {
    this.#line.push(key);
    this.#metrics?.depth(this.#line.size());
    this.#serve();
  }

  #serve(): void {
    while (this.#takers.size() > 0 && (this.#line.size() > 0 || this.#isShutDown)) {
      this.#takers.shift()?.(this.#next());
    }
  }

  #next(): string | undefined {
    const key = this.#line.shift();
    if (key === undefined) return undefined;
    const since = this.#dirty.get(key) ?? this.#clock.now();
    this.#dirty.delete(key);
    this.#processing.add(key);
    this.#metrics?.depth(this.#line.size());
    this.#metrics?.waited(this.#clock.now() - since);
    return key;
  }
}
