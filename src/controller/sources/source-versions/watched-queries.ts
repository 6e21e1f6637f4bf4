import { isDeepStrictEqual } from 'node:util';
import type { PollerOptions } from '../polling/poller.ts';
import { Poller } from '../polling/poller.ts';
import type { PollLimits, QueryEnd, Topic } from '../polling/poll-topic.ts';
import { isTemporary, VersionError } from './version-error.ts';
import type { VersionAnswer, WantedVersion } from './wanted-version.ts';

/** A query to a server about a version, with one login. */
export interface Query {
  readonly kind: WantedVersion['source']['kind'];
  readonly topic: Topic;
  /** Returns the version. Rejects with `VersionError`, or with the signal's reason. */
  readonly ask: (signal: AbortSignal) => Promise<string | undefined>;
}

type Polling = Pick<WantedVersion, 'intervalMs' | 'isKnown'>;

interface Watcher {
  readonly polling: Polling;
  known: VersionAnswer;
}

interface Entry {
  readonly query: Query;
  readonly watchers: Map<string, Watcher>;
  answer: VersionAnswer;
}

const LIMITS: PollLimits = { perHost: 4, answering: 32, new: 8, failing: 8 };

const PENDING: VersionAnswer = { kind: 'pending' };

export interface WatchedQueriesOptions extends Pick<PollerOptions<VersionError>, 'clock' | 'random' | 'signal'> {
  /** Receives the kind of the source and the outcome of each query: `answered`, or the reason of its failure. */
  readonly onAsked: (kind: Query['kind'], outcome: string) => void;
  /** Receives a watcher whose answer has changed. */
  readonly onChanged: (watcher: string) => void;
}

/** Repeats each query while it has a watcher. All watchers share its answer; they are of one namespace. */
export class WatchedQueries {
  readonly #options: WatchedQueriesOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #keyOfWatcher = new Map<string, string>();
  readonly #poller: Poller<VersionError>;

  constructor(options: WatchedQueriesOptions) {
    this.#options = options;
    const { clock, random, signal } = options;
    this.#poller = new Poller({
      clock,
      random,
      signal,
      limits: LIMITS,
      ask: async (key, stop) => this.#ask(key, stop),
      onSkipped: (key, failure) => this.#settle(key, failed(failure)),
    });
  }

  /** Returns the known answer, and asks if there is none. */
  watch(watcher: string, query: Query, polling: Polling): VersionAnswer {
    const { key } = query.topic;
    const entry = this.#entries.get(key) ?? { query, watchers: new Map(), answer: PENDING };
    this.#entries.set(key, entry);
    const previousKey = this.#keyOfWatcher.get(watcher);
    this.#keyOfWatcher.set(watcher, key);
    const isNew = !entry.watchers.has(watcher);
    entry.watchers.set(watcher, { polling, known: entry.answer });
    const intervalMs = [...entry.watchers.values()].reduce(
      (shortest, each) => Math.min(shortest, each.polling.intervalMs),
      Infinity,
    );
    this.#poller.set(query.topic, intervalMs);
    // Leave the old topic only after the new one is set: the poller forgets the state of a server without topics.
    if (previousKey !== undefined && previousKey !== key) this.#leave(watcher, previousKey);
    const delayMs = polling.isKnown ? intervalMs * this.#options.random() : 0;
    if (entry.answer.kind === 'pending') this.#poller.askWithin(key, delayMs);
    else if (isNew && entry.answer.kind === 'failed' && !polling.isKnown) this.#poller.askWithin(key, 0);
    return entry.answer;
  }

  unwatch(watcher: string): void {
    const key = this.#keyOfWatcher.get(watcher);
    this.#keyOfWatcher.delete(watcher);
    if (key !== undefined) this.#leave(watcher, key);
  }

  /** Returns for how many milliseconds the oldest due query has been without an answer. */
  oldestWaitMs(): number {
    return this.#poller.oldestWaitMs();
  }

  #leave(watcher: string, key: string): void {
    const entry = this.#entries.get(key);
    entry?.watchers.delete(watcher);
    if (entry === undefined || entry.watchers.size > 0) return;
    this.#entries.delete(key);
    this.#poller.remove(key);
  }

  async #ask(key: string, signal: AbortSignal): Promise<QueryEnd<VersionError>> {
    const entry = this.#entries.get(key);
    if (entry === undefined) return { kind: 'answered' };
    const { kind, ask } = entry.query;
    try {
      const version = await ask(signal);
      this.#options.onAsked(kind, 'answered');
      this.#settle(key, { kind: 'resolved', version });
      return { kind: 'answered' };
    } catch (error) {
      signal.throwIfAborted();
      const failure = error instanceof VersionError ? error : unexpected(error);
      this.#options.onAsked(kind, failure.reason);
      this.#settle(key, failed(failure));
      const { scope, retryAfterMs } = failure;
      return { kind: 'failed', failure, scope, isTemporary: isTemporary(failure), retryAfterMs };
    }
  }

  #settle(key: string, answer: VersionAnswer): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    entry.answer = answer;
    for (const [name, watcher] of entry.watchers) {
      if (isDeepStrictEqual(watcher.known, answer)) continue;
      watcher.known = answer;
      this.#options.onChanged(name);
    }
  }
}

/** Returns the answer to a query that failed. */
export function failed({ reason, message }: VersionError): VersionAnswer {
  return { kind: 'failed', reason, message };
}

function unexpected(cause: unknown): VersionError {
  const message = `the request for the version of the source failed unexpectedly: ${String(cause)}`;
  return new VersionError('PrepareFailed', message, cause);
}
