import type { Clock } from '../runtime/clock.ts';
import { isOnInterval, newEntry, retryDelayMs, unschedule, type Entry, type RunningState } from './poll-entry.ts';
import type { PollHost } from './poll-host.ts';
import { PollHosts } from './poll-hosts.ts';
import type { HostState, PollLimits, QueryEnd, Topic } from './poll-topic.ts';

export interface PollerOptions<Failure> {
  readonly clock: Pick<Clock, 'elapsed' | 'schedule'>;
  /** Returns a number from 0 up to, but not including, 1: the jitter. */
  readonly random: () => number;
  readonly limits: PollLimits;
  /** Sends one query. Never rejects, except after the signal is aborted. */
  readonly ask: (key: string, signal: AbortSignal) => Promise<QueryEnd<Failure>>;
  /** Called for a due topic that was skipped because its host is in backoff, with the host's failure. */
  readonly onSkipped: (key: string, failure: Failure) => void;
  /** Stops all queries. */
  readonly signal: AbortSignal;
}

/**
 * Sends queries about topics at their intervals, with limits for each host and for all hosts. Does not interpret
 * queries and answers.
 */
export class Poller<Failure> {
  readonly #options: PollerOptions<Failure>;
  readonly #entries = new Map<string, Entry>();
  readonly #hosts: PollHosts<Failure>;
  /** The hosts that have waiting topics. */
  readonly #ready = new Set<PollHost<Failure>>();
  readonly #running: Record<HostState, number> = { new: 0, answering: 0, failing: 0 };

  constructor(options: PollerOptions<Failure>) {
    this.#options = options;
    this.#hosts = new PollHosts(options.clock);
    options.signal.addEventListener('abort', () => this.#stop(), { once: true });
  }

  /**
   * Adds a topic, or changes its interval. Call `askWithin` to send the first query. With the interval `Infinity`, the
   * poller itself only retries failed queries.
   */
  set(topic: Topic, intervalMs: number): void {
    const known = this.#entries.get(topic.key);
    if (known === undefined) {
      this.#hosts.get(topic.host).topics += 1;
      this.#entries.set(topic.key, newEntry(topic, intervalMs));
    } else if (known.intervalMs !== intervalMs) {
      known.intervalMs = intervalMs;
      if (isOnInterval(known)) this.#scheduleNext(known);
    }
  }

  /**
   * Sends a query about a topic within the delay; at once, if the delay is 0. Keeps an earlier time that was set
   * before.
   */
  askWithin(key: string, delayMs: number): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    if (entry.state.kind === 'running' && delayMs <= 0) askAgain(entry.state, this.#options.clock.elapsed());
    if (entry.state.kind === 'idle' || entry.state.kind === 'scheduled') this.#schedule(entry, delayMs);
  }

  /**
   * Sends a query about a topic whose answer has changed, even if another query is running. Queries that this method
   * causes start at least `gapMs` after the previous query.
   */
  askAfterChange(key: string, gapMs: number): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    const atMs = entry.startedAtMs + gapMs;
    if (entry.state.kind === 'running') askAgain(entry.state, atMs);
    else if (entry.state.kind !== 'waiting') this.#schedule(entry, Math.max(0, atMs - this.#options.clock.elapsed()));
  }

  /** Stops asking about a topic. */
  remove(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    unschedule(entry);
    this.#entries.delete(key);
    const host = this.#hosts.get(entry.topic.host);
    host.topics -= 1;
    if (host.topics === 0) this.#ready.delete(host);
    this.#hosts.removeUnused(entry.topic.host);
  }

  /** Returns for how many milliseconds the oldest due topic has been without an answer; 0 if none is due. */
  oldestWaitMs(): number {
    const now = this.#options.clock.elapsed();
    return [...this.#entries.values()].reduce(
      (oldest, { dueSinceMs }) => Math.max(oldest, dueSinceMs === undefined ? 0 : now - dueSinceMs),
      0,
    );
  }

  #schedule(entry: Entry, delayMs: number, isRequested = true): void {
    const { clock, signal } = this.#options;
    const atMs = clock.elapsed() + delayMs;
    if (signal.aborted) return;
    if (entry.state.kind === 'scheduled' && entry.state.atMs <= atMs) {
      entry.state.isRequested ||= isRequested;
      return;
    }
    unschedule(entry);
    if (delayMs <= 0) return this.#due(entry);
    entry.state = { kind: 'scheduled', atMs, isRequested, cancel: clock.schedule(delayMs, () => this.#due(entry)) };
  }

  #due(entry: Entry): void {
    entry.dueSinceMs ??= this.#options.clock.elapsed();
    const host = this.#hosts.get(entry.topic.host);
    if (this.#isSkipped(entry, host)) return;
    entry.state = { kind: 'waiting' };
    host.waiting.push(entry.topic.key);
    this.#ready.add(host);
    this.#pump();
  }

  /** True if the host is not asked now. The topic is due again when the host may be asked. */
  #isSkipped(entry: Entry, host: PollHost<Failure>): boolean {
    const { clock, random, onSkipped } = this.#options;
    const backoff = host.backoffAt(clock.elapsed());
    if (backoff === undefined) return false;
    entry.state = { kind: 'idle' };
    // The topics of a host that comes back are spread over a second.
    this.#schedule(entry, backoff.leftMs + 1 + random() * 1_000);
    onSkipped(entry.topic.key, backoff.failure);
    return true;
  }

  /** Starts waiting queries while the limits allow it. Hosts take turns. */
  #pump(): void {
    const { limits } = this.#options;
    // A host that was asked goes to the end of the set, which the loop would reach again.
    const hosts = [...this.#ready];
    for (const host of hosts) {
      const { state, isLastAnswered } = host;
      const runningBefore = host.running;
      while (host.running < (isLastAnswered ? limits.perHost : 1) && this.#running[state] < limits[state]) {
        const key = host.waiting.shift();
        if (key === undefined) break;
        const entry = this.#entries.get(key);
        if (entry?.state.kind === 'waiting' && !this.#isSkipped(entry, host)) void this.#ask(entry, host);
      }
      if (host.waiting.size() > 0 && host.running === runningBefore) continue;
      this.#ready.delete(host);
      if (host.waiting.size() > 0) this.#ready.add(host);
    }
  }

  async #ask(entry: Entry, host: PollHost<Failure>): Promise<void> {
    const { ask, clock, random, signal } = this.#options;
    const pool = host.state;
    const running: RunningState = { kind: 'running', againAtMs: undefined };
    entry.state = running;
    entry.startedAtMs = clock.elapsed();
    host.running += 1;
    this.#running[pool] += 1;
    const end = await ask(entry.topic.key, signal).catch(() => undefined);
    host.running -= 1;
    this.#running[pool] -= 1;
    if (signal.aborted || end === undefined) return;
    host.record(end, clock.elapsed(), random());
    entry.state = { kind: 'idle' };
    if (this.#entries.get(entry.topic.key) === entry) this.#scheduleAfter(entry, end, running.againAtMs);
    this.#hosts.removeUnused(entry.topic.host);
    this.#pump();
  }

  #scheduleAfter(entry: Entry, end: QueryEnd<Failure>, againAtMs: number | undefined): void {
    const { random, clock } = this.#options;
    if (end.kind === 'answered') {
      const isFirst = !entry.isAnswered;
      Object.assign(entry, { failures: 0, isAnswered: true, dueSinceMs: undefined });
      if (againAtMs !== undefined) return this.#schedule(entry, Math.max(0, againAtMs - clock.elapsed()));
      // Topics that were added together are spread over the interval.
      return this.#scheduleNext(entry, isFirst ? random() : 1);
    }
    entry.failures += 1;
    this.#schedule(entry, retryDelayMs(entry, end.isHostFailure, random()));
  }

  /** Schedules the next query one interval after the last one, or after this part of an interval. */
  #scheduleNext(entry: Entry, part = 1): void {
    unschedule(entry);
    const { intervalMs, startedAtMs } = entry;
    if (intervalMs === Infinity) return;
    this.#schedule(entry, Math.max(1, startedAtMs + intervalMs * part - this.#options.clock.elapsed()), false);
  }

  #stop(): void {
    for (const entry of this.#entries.values()) unschedule(entry);
    this.#entries.clear();
    this.#ready.clear();
    this.#hosts.stop();
  }
}

function askAgain(running: RunningState, atMs: number): void {
  running.againAtMs = Math.min(running.againAtMs ?? atMs, atMs);
}
