import { expect } from 'chai';
import type { QuestionEnd } from '../../../src/polling/poll-topic.ts';
import { Poller } from '../../../src/polling/poller.ts';
import { settled, VirtualClock } from '../../support/virtual-clock.ts';

const MINUTE = 60_000;
const LIMITS = { perHost: 2, answering: 4, new: 3, failing: 3 };
/** The time after which a question to a host that hangs fails. */
const HANG = 30_000;
const ANSWERED: QuestionEnd<string> = { kind: 'answered' };
const down = (retryAfterMs?: number): QuestionEnd<string> => ({
  kind: 'failed',
  failure: 'down',
  isHostFailure: true,
  ...(retryAfterMs !== undefined && { retryAfterMs }),
});
const DENIED: QuestionEnd<string> = { kind: 'failed', failure: 'denied', isHostFailure: false };

describe('the poller', () => {
  let clock: VirtualClock;
  let asked: string[];
  let skipped: string[];
  let answer: (key: string) => Promise<QuestionEnd<string>>;
  let poller: Poller<string>;
  let stop: AbortController;

  beforeEach(() => {
    clock = new VirtualClock();
    asked = [];
    skipped = [];
    answer = async () => ANSWERED;
    stop = new AbortController();
    poller = new Poller({
      clock,
      random: () => 0.5,
      limits: LIMITS,
      ask: async (key) => {
        asked.push(`${key} ${clock.elapsed() / 1000}`);
        return answer(key);
      },
      onSkipped: (key, failure) => void skipped.push(`${key} ${failure}`),
      signal: stop.signal,
    });
  });
  const add = (key: string, host = 'host', intervalMs = MINUTE): void => {
    poller.set({ key, host }, intervalMs);
    poller.askWithin(key, 0);
  };
  /** Lets the questions about topics with this prefix fail after a while. */
  const hang = (prefix: string): void => {
    answer = async (key) => {
      if (!key.startsWith(prefix)) return ANSWERED;
      await clock.sleep(HANG);
      return down();
    };
  };
  /** Returns when topics with this prefix were asked, in seconds. */
  const timesOf = (prefix: string): readonly number[] =>
    asked.filter((question) => question.startsWith(prefix)).map((question) => Number(question.split(' ')[1]));

  it('asks at once, then within the interval, then at the interval', async () => {
    add('a');
    await clock.advance(3 * MINUTE);
    expect(asked).to.deep.equal(['a 0', 'a 30', 'a 90', 'a 150']);
  });

  it('asks later if the first question can wait', async () => {
    poller.set({ key: 'a', host: 'host' }, MINUTE);
    poller.askWithin('a', 10_000);
    poller.askWithin('a', 20_000);
    await clock.advance(15_000);
    expect(asked).to.deep.equal(['a 10']);
  });

  it('asks no more after a topic is removed, and again after it comes back', async () => {
    add('a');
    await settled();
    poller.remove('a');
    await clock.advance(5 * MINUTE);
    expect(asked).to.deep.equal(['a 0']);
    add('a');
    await settled();
    expect(asked).to.have.length(2);
  });

  it('takes a shorter interval at once', async () => {
    add('a', 'host', 60 * MINUTE);
    await settled();
    poller.set({ key: 'a', host: 'host' }, MINUTE);
    await clock.advance(MINUTE);
    expect(asked).to.deep.equal(['a 0', 'a 60']);
  });

  it('asks about a change at once, but not more often than every two seconds', async () => {
    add('a');
    await clock.advance(10_000);
    poller.askAfterChange('a', 2_000);
    await clock.advance(500);
    for (let change = 0; change < 10; change += 1) poller.askAfterChange('a', 2_000);
    await clock.advance(10_000);
    expect(asked).to.deep.equal(['a 0', 'a 10', 'a 12']);
  });

  it('asks about a change again if a question is already running', async () => {
    answer = async () => {
      await clock.sleep(500);
      return ANSWERED;
    };
    add('a');
    await clock.advance(100);
    poller.askAfterChange('a', 2_000);
    await clock.advance(5_000);
    expect(asked).to.deep.equal(['a 0', 'a 2']);
    poller.askAfterChange('unknown', 2_000);
  });

  it('asks again if a question is already running', async () => {
    const answers: ((asked: QuestionEnd<string>) => void)[] = [];
    answer = async () => new Promise((resolve) => answers.push(resolve));
    add('a');
    poller.askWithin('a', 0);
    poller.askWithin('a', 0);
    answers[0]?.(ANSWERED);
    await settled();
    expect(asked).to.have.length(2);
    answers[1]?.(ANSWERED);
    await settled();
    expect(asked).to.have.length(2);
  });

  it('asks one question of a host until it answers, then several', async () => {
    const answers: ((asked: QuestionEnd<string>) => void)[] = [];
    answer = async () => new Promise((resolve) => answers.push(resolve));
    for (const key of ['a', 'b', 'c', 'd']) add(key);
    await settled();
    expect(asked).to.deep.equal(['a 0']);
    answers[0]?.(ANSWERED);
    await settled();
    expect(asked).to.deep.equal(['a 0', 'b 0', 'c 0']);
  });

  it('asks hosts that answer while as many new ones as the limit hang forever', async () => {
    add('a', 'good');
    await settled();
    answer = async (key) => (key === 'a' ? ANSWERED : new Promise(() => undefined));
    for (const host of ['h1', 'h2', 'h3', 'h4', 'h5']) add(host, host);
    await clock.advance(5 * MINUTE);
    expect(timesOf('h')).to.deep.equal([0, 0, 0]);
    expect(timesOf('a')).to.deep.equal([0, 30, 90, 150, 210, 270]);
    expect(poller.oldestWaitMs()).to.equal(5 * MINUTE);
  });

  for (const count of [20, 200]) {
    it(`delays no question to a host that answers while ${count} hosts that never answered hang`, async () => {
      add('good', 'good');
      hang('h');
      for (let index = 0; index < count; index += 1) add(`h${index}`, `h${index}`);
      await clock.advance(30 * MINUTE);
      expect(timesOf('good')).to.deep.equal([0, ...Array.from({ length: 30 }, (_, minute) => 30 + minute * 60)]);
    });

    it(`asks a new host at once although ${count} hosts were asked before and hang`, async () => {
      hang('h');
      for (let index = 0; index < count; index += 1) add(`h${index}`, `h${index}`);
      await clock.advance(Math.ceil(count / LIMITS.new) * HANG);
      add('new', 'new');
      await settled();
      expect(timesOf('new')).to.deep.equal([clock.elapsed() / 1000]);
    });
  }

  it('lets a new host wait behind new ones that hang, for one hang each time the limit is reached', async () => {
    hang('h');
    for (let index = 0; index < 7; index += 1) add(`h${index}`, `h${index}`);
    add('new', 'new');
    await clock.advance(10 * MINUTE);
    expect(timesOf('new')[0]).to.equal((2 * HANG) / 1000);
  });

  it('lets a host that failed fewer than three times since its last answer not wait behind failing ones', async () => {
    add('good', 'good');
    await settled();
    hang('h');
    for (let index = 0; index < 20; index += 1) add(`h${index}`, `h${index}`);
    await clock.advance(10 * MINUTE);
    let failures = 2;
    const hanging = answer;
    answer = async (key) => (key === 'good' && failures-- > 0 ? down() : hanging(key));
    await clock.advance(2 * MINUTE);
    const times = timesOf('good').filter((time) => time >= 600);
    expect(times[0]).to.equal(630);
    // Without a queue, the delays after the failures are less than 5 and 10 seconds.
    expect(times[1]).to.be.within(632, 635);
    expect(times[2]).to.be.within(637, 645);
  });

  it('delays no question while a host that has answered hangs with all of its topics', async () => {
    add('good', 'good');
    // The good host is due at 90 seconds, while the questions that start at 80 seconds hang.
    await clock.advance(50_000);
    for (let index = 0; index < 20; index += 1) add(`h${index}`, 'other');
    await settled();
    hang('h');
    await clock.advance(29 * MINUTE);
    expect(timesOf('good')).to.deep.equal([0, ...Array.from({ length: 30 }, (_, minute) => 30 + minute * 60)]);
  });

  it('delays no question when hosts that have answered before hang again and again', async () => {
    add('good', 'good');
    for (let index = 0; index < 20; index += 1) add(`h${index}`, `h${index}`);
    await settled();
    hang('h');
    await clock.advance(30 * MINUTE);
    const before = timesOf('good').length;
    await clock.advance(30 * MINUTE);
    const times = timesOf('good').slice(before - 1);
    expect(times.slice(1).map((time, index) => time - (times[index] ?? 0))).to.deep.equal(Array(30).fill(60));
  });

  it('lets hosts that reach the limit take turns', async () => {
    for (const host of ['a', 'b', 'c']) for (let index = 0; index < 4; index += 1) add(`${host}${index}`, host);
    await settled();
    asked.length = 0;
    const answers: ((end: QuestionEnd<string>) => void)[] = [];
    answer = async () => new Promise((resolve) => answers.push(resolve));
    await clock.advance(30_000);
    for (let index = 0; index < 4; index += 1) {
      answers[index]?.(ANSWERED);
      await settled();
    }
    expect(asked.map((question) => question.slice(0, 1)).join('')).to.equal('abcaabca');
  });

  it('asks one question of a host after a failure', async () => {
    for (const key of ['a', 'b', 'c', 'd']) add(key);
    await settled();
    asked.length = 0;
    hang('');
    await clock.advance(61_000);
    expect(asked).to.deep.equal(['a 30', 'b 30', 'c 60']);
  });

  it('asks several questions at a time again as soon as a failing host answers', async () => {
    answer = async () => down();
    for (const key of ['a', 'b', 'c']) add(key);
    await settled();
    const waiting: string[] = [];
    answer = async (key) => (timesOf(key).length === 2 ? ANSWERED : new Promise(() => waiting.push(key)));
    await clock.advance(5 * MINUTE);
    expect(waiting).to.have.length(LIMITS.perHost);
  });

  it('asks a host that fails less and less often, and never gives up', async () => {
    answer = async () => down();
    add('a');
    await clock.advance(60 * MINUTE);
    const times = asked.map((question) => Number(question.split(' ')[1]));
    const delays = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(delays[0]).to.be.within(2, 5);
    expect(Math.max(...delays)).to.be.within(150, 310);
    expect(asked.length).to.be.within(12, 30);
  });

  it('tells the other topics of a host that fails, without a question', async () => {
    answer = async () => down();
    for (const key of ['a', 'b', 'c', 'd', 'e']) add(key);
    await settled();
    expect(asked).to.deep.equal(['a 0', 'b 0', 'c 0']);
    expect(skipped).to.deep.equal(['d down', 'e down']);
    answer = async () => ANSWERED;
    await clock.advance(MINUTE);
    for (const key of ['a', 'b', 'c', 'd', 'e']) expect(asked.join(), key).to.match(new RegExp(`${key} \\d*[1-9]`));
  });

  it('does not ask a host before it wants to be asked', async () => {
    answer = async () => down(90_000);
    add('a');
    add('b');
    await clock.advance(89_000);
    expect(asked).to.deep.equal(['a 0']);
    expect(skipped).to.include('b down');
    answer = async () => ANSWERED;
    await clock.advance(10_000);
    expect(asked.map((question) => question.slice(0, 1)).toSorted()).to.deep.equal(['a', 'a', 'b']);
  });

  it('does not forget when a host wants to be asked, even if its last topic is replaced', async () => {
    answer = async () => down(90_000);
    add('a');
    await settled();
    poller.remove('a');
    add('b');
    await clock.advance(89_000);
    expect(asked).to.deep.equal(['a 0']);
    expect(skipped).to.include('b down');
    answer = async () => ANSWERED;
    await clock.advance(10_000);
    expect(asked.at(-1)).to.match(/^b /);
  });

  it('hears when a host wants to be asked, even if the topic of the question is replaced meanwhile', async () => {
    const answers: ((asked: QuestionEnd<string>) => void)[] = [];
    answer = async () => new Promise((resolve) => answers.push(resolve));
    add('a');
    await settled();
    poller.remove('a');
    add('b');
    answers[0]?.(down(90_000));
    await clock.advance(89_000);
    expect(asked).to.deep.equal(['a 0']);
  });

  it('does not ask a host before it wants to be asked, even if an earlier question is answered later', async () => {
    add('a');
    await settled();
    const answers: ((asked: QuestionEnd<string>) => void)[] = [];
    answer = async () => new Promise((resolve) => answers.push(resolve));
    for (const key of ['b', 'c']) add(key);
    await settled();
    answers[0]?.(down(90_000));
    answers[1]?.(ANSWERED);
    await settled();
    add('d');
    await clock.advance(89_000);
    expect(asked).to.deep.equal(['a 0', 'b 0', 'c 0']);
  });

  it('forgets a host without topics as soon as its backoff has passed', async () => {
    answer = async () => down(90_000);
    add('a');
    await settled();
    poller.remove('a');
    expect(clock.pending()).to.equal(1);
    await clock.advance(91_000);
    expect(clock.pending()).to.equal(0);
  });

  it('asks about a topic that is refused less often, and about the other topics of its host as before', async () => {
    answer = async (key) => (key === 'a' ? DENIED : ANSWERED);
    add('a');
    add('b');
    await clock.advance(30 * MINUTE);
    expect(skipped).to.deep.equal([]);
    expect(asked.filter((question) => question.startsWith('b'))).to.have.length(31);
    const times = asked.filter((question) => question.startsWith('a')).map((question) => Number(question.slice(2)));
    expect(times.length).to.be.within(8, 16);
    expect(times[1]).to.be.within(30, 60);
  });

  it('ends with the signal', async () => {
    add('a');
    await settled();
    stop.abort();
    await clock.advance(5 * MINUTE);
    add('b');
    await settled();
    expect(asked).to.deep.equal(['a 0']);
    expect(clock.pending()).to.equal(0);
  });
});
