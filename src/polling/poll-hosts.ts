import type { Cancel, Clock } from '../runtime/clock.ts';
import { PollHost } from './poll-host.ts';

interface Known<Failure> {
  readonly host: PollHost<Failure>;
  cancelRemoval: Cancel | undefined;
}

/**
 * The hosts that have topics or running queries. A host without both stays until its backoff has passed, so that a topic
 * that replaces its last one does not ask it too early.
 */
export class PollHosts<Failure> {
  readonly #clock: Pick<Clock, 'elapsed' | 'schedule'>;
  readonly #known = new Map<string, Known<Failure>>();

  constructor(clock: Pick<Clock, 'elapsed' | 'schedule'>) {
    this.#clock = clock;
  }

  /** Returns the host with this name, which is new if it is not known. */
  get(name: string): PollHost<Failure> {
    const known = this.#known.get(name);
    if (known !== undefined) return known.host;
    const host = new PollHost<Failure>();
    this.#known.set(name, { host, cancelRemoval: undefined });
    return host;
  }

  /** Removes a host that has no topics and no running queries as soon as its backoff has passed. */
  removeUnused(name: string): void {
    const known = this.#known.get(name);
    if (known === undefined) return;
    known.cancelRemoval?.();
    known.cancelRemoval = undefined;
    if (known.host.topics > 0 || known.host.running > 0) return;
    const backoff = known.host.backoffAt(this.#clock.elapsed());
    if (backoff === undefined) this.#known.delete(name);
    else known.cancelRemoval = this.#clock.schedule(backoff.leftMs, () => this.removeUnused(name));
  }

  /** Cancels all timers. */
  stop(): void {
    for (const { cancelRemoval } of this.#known.values()) cancelRemoval?.();
    this.#known.clear();
  }
}
