import type { QueryEnd, Topic } from '../../../../../src/controller/sources/polling/poll-topic.ts';
import { Poller } from '../../../../../src/controller/sources/polling/poller.ts';
import { VirtualClock } from '../../../../support/virtual-clock.ts';

export const MINUTE = 60_000;
/** One tenant takes two queries of a host, four to flows that answer, and three to each of the others. */
const LIMITS = { perHost: 3, answering: 8, new: 6, failing: 6 };
export const TENANT_LIMITS = { perHost: 2, new: 3 };
/** The time after which a query to a host that hangs fails. */
export const HANG = 30_000;
export const ANSWERED: QueryEnd<string> = { kind: 'answered' };

/** Returns the end of a query whose host failed. */
export function down(retryAfterMs?: number): QueryEnd<string> {
  return {
    kind: 'failed',
    failure: 'down',
    scope: 'host',
    isTemporary: true,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

/** Returns a topic of one tenant without a login. */
export function topic(key: string, host = 'host'): Topic {
  return { key, host, login: '', tenant: 'team' };
}

/** A poller with a virtual clock, which records its queries. */
export class PollBed {
  readonly clock = new VirtualClock();
  /** The queries, such as `a 30`: the topic and the time in seconds. */
  readonly asked: string[] = [];
  readonly skipped: string[] = [];
  answer: (key: string) => Promise<QueryEnd<string>> = async () => ANSWERED;
  readonly stop = new AbortController();
  readonly poller = new Poller<string>({
    clock: this.clock,
    random: () => 0.5,
    limits: LIMITS,
    ask: async (key) => {
      this.asked.push(`${key} ${this.clock.elapsed() / 1000}`);
      return this.answer(key);
    },
    onSkipped: (key, failure) => void this.skipped.push(`${key} ${failure}`),
    signal: this.stop.signal,
  });

  /** Adds a topic and asks about it. */
  add(key: string, host = 'host', intervalMs = MINUTE, who: Partial<Topic> = {}): void {
    this.poller.set({ ...topic(key, host), ...who }, intervalMs);
    this.poller.askWithin(key, 0);
  }

  /** Lets the queries about topics with this prefix fail after a while. */
  hang(prefix: string): void {
    this.answer = async (key) => {
      if (!key.startsWith(prefix)) return ANSWERED;
      await this.clock.sleep(HANG);
      return down();
    };
  }

  /** Returns when topics with this prefix were asked, in seconds. */
  timesOf(prefix: string): readonly number[] {
    return this.asked.filter((query) => query.startsWith(prefix)).map((query) => Number(query.split(' ')[1]));
  }
}
