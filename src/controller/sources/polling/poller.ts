import type { Clock } from '../../../core/runtime/clock.ts';
import { isOnInterval, newEntry, retryDelayMs, unschedule, type Entry, type RunningState } from './poll-entry.ts';
import type { PollFlow } from './poll-flow.ts';
import { PollFlows } from './poll-flows.ts';
import { MAX_SHARED_DELAY_MS, type PollHost } from './poll-host.ts';
import { PollSlots } from './poll-slots.ts';
import type { PollLimits, QueryEnd, Topic } from './poll-topic.ts';
import { ReadyFlows } from './ready-flows.ts';

export interface PollerOptions<Failure> {
  readonly clock: Pick<Clock, 'elapsed' | 'schedule'>;
  /** Returns a number from 0 up to, but not including, 1: the jitter. */
  readonly random: () => number;
  readonly limits: PollLimits;
  /** Sends one query. Never rejects, except after the signal is aborted. */
  readonly ask: (key: string, signal: AbortSignal) => Promise<QueryEnd<Failure>>;
  /** Called for a due topic that was skipped because its flow is in backoff, with the last failure of the flow: one of the same tenant. */
  readonly onSkipped: (key: string, failure: Failure) => void;
  /** Stops all queries. */
  readonly signal: AbortSignal;
}

/**
 * Sends queries about topics at their intervals, with limits for each host and for all hosts, of which each tenant has a share. Does not
 * interpret queries and answers.
 */
export class Poller<Failure> {
  readonly #options: PollerOptions<Failure>;
  readonly #entries = new Map<string, Entry>();
  readonly #flows: PollFlows<Failure>;
  readonly #ready = new ReadyFlows<Failure>();
  readonly #slots: PollSlots;

  constructor(options: PollerOptions<Failure>) {
    this.#options = options;
    this.#flows = new PollFlows(options.clock);
    this.#slots = new PollSlots(options.limits);
    options.signal.addEventListener('abort', () => this.#stop(), { once: true });
  }

  /**
   * Adds a topic, or changes its interval. Call `askWithin` to send the first query. With the interval `Infinity`, the
   * poller itself only retries failed queries.
   */
  set(topic: Topic, intervalMs: number): void {
    const known = this.#entries.get(topic.key);
    if (known === undefined) {
      this.#flows.get(topic).topics += 1;
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
    const flow = this.#flows.get(entry.topic);
    flow.host.held.delete(entry);
    flow.topics -= 1;
    if (flow.topics === 0) this.#ready.delete(flow);
    this.#flows.removeUnused(entry.topic);
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
    const flow = this.#flows.get(entry.topic);
    flow.host.held.delete(entry);
    if (this.#isSkipped(entry, flow) || this.#isHeld(entry, flow)) return;
    entry.state = { kind: 'waiting' };
    flow.waiting.push(entry.topic.key);
    this.#ready.add(flow);
    this.#pump();
  }

  /** True if the flow sends no queries now. The topic is due again when it may. */
  #isSkipped(entry: Entry, flow: PollFlow<Failure>): boolean {
    const { clock, random, onSkipped } = this.#options;
    const backoff = flow.backoffAt(clock.elapsed());
    if (backoff === undefined) return false;
    entry.state = { kind: 'idle' };
    // The topics of a host that comes back are spread over a second.
    this.#schedule(entry, backoff.leftMs + 1 + random() * 1_000);
    if (backoff.isOfHost) flow.host.held.add(entry);
    onSkipped(entry.topic.key, backoff.failure);
    return true;
  }

  /** True if failures of other tenants delay the query. The topic keeps its state, because it must not show their failures. */
  #isHeld(entry: Entry, { host, login }: PollFlow<Failure>): boolean {
    const { clock, random } = this.#options;
    const nowMs = clock.elapsed();
    const delayMs = host.delayMs(login, nowMs);
    if (delayMs <= 0) return false;
    entry.heldSinceMs ??= nowMs;
    const leftMs = entry.heldSinceMs + MAX_SHARED_DELAY_MS - nowMs;
    if (leftMs <= 0) return false;
    entry.state = { kind: 'idle' };
    this.#schedule(entry, Math.min(delayMs + 1 + random() * 1_000, leftMs));
    host.held.add(entry);
    return true;
  }

  /** Starts waiting queries while the limits allow it. */
  #pump(): void {
    this.#ready.startEach((flow) => {
      if (!this.#slots.isFree(flow)) return false;
      for (let key = flow.waiting.shift(); key !== undefined; key = flow.waiting.shift()) {
        const entry = this.#entries.get(key);
        if (entry?.state.kind !== 'waiting' || this.#isSkipped(entry, flow) || this.#isHeld(entry, flow)) continue;
        void this.#ask(entry, flow);
        return true;
      }
      return false;
    });
  }

  async #ask(entry: Entry, flow: PollFlow<Failure>): Promise<void> {
    const { ask, clock, random, signal } = this.#options;
    const free = this.#slots.take(flow);
    const running: RunningState = { kind: 'running', againAtMs: undefined };
    const startedAtMs = clock.elapsed();
    Object.assign(entry, { state: running, startedAtMs, heldSinceMs: undefined });
    const end = await ask(entry.topic.key, signal).catch(() => undefined);
    free();
    if (signal.aborted || end === undefined) return;
    const nowMs = clock.elapsed();
    flow.record(end, nowMs, random());
    const isReleased = flow.host.record(end, flow, startedAtMs, nowMs, random());
    entry.state = { kind: 'idle' };
    if (this.#entries.get(entry.topic.key) === entry) this.#scheduleAfter(entry, end, running.againAtMs);
    this.#flows.removeUnused(entry.topic);
    if (isReleased) this.#release(flow.host);
    this.#pump();
  }

  #release({ held }: PollHost<Failure>): void {
    const entries = [...held];
    held.clear();
    for (const entry of entries) {
      // A topic in another state already waits for its query, or runs one.
      if (entry.state.kind !== 'scheduled') continue;
      unschedule(entry);
      this.#due(entry);
    }
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
    this.#schedule(entry, retryDelayMs(entry, end, random()));
    // A change during the query, such as a push to a new repository, can have mended the failure.
    if (againAtMs !== undefined) this.#schedule(entry, Math.max(0, againAtMs - clock.elapsed()));
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
    this.#flows.stop();
  }
}

function askAgain(running: RunningState, atMs: number): void {
  running.againAtMs = Math.min(running.againAtMs ?? atMs, atMs);
}
