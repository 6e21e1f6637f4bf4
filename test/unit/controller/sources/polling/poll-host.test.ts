import { expect } from 'chai';
import type { QueryEnd } from '../../../../../src/controller/sources/polling/poll-topic.ts';
import { settled } from '../../../../support/virtual-clock.ts';
import { ANSWERED, down, MINUTE, PollBed, TENANT_LIMITS } from './poll-bed.ts';

const DENIED: QueryEnd<string> = { kind: 'failed', failure: 'denied', scope: 'query', isTemporary: false };

describe('the poller, with a host that fails', () => {
  let bed: PollBed;

  beforeEach(() => {
    bed = new PollBed();
  });

  it('sends a host one query at a time after a failure', async () => {
    for (const key of ['a', 'b', 'c', 'd']) bed.add(key);
    await settled();
    bed.asked.length = 0;
    bed.hang('');
    await bed.clock.advance(61_000);
    expect(bed.asked).to.deep.equal(['a 30', 'b 30', 'c 60']);
  });

  it('sends several queries at a time again as soon as a failing host answers', async () => {
    bed.answer = async () => down();
    for (const key of ['a', 'b', 'c']) bed.add(key);
    await settled();
    const waiting: string[] = [];
    bed.answer = async (key) => (bed.timesOf(key).length === 2 ? ANSWERED : new Promise(() => waiting.push(key)));
    await bed.clock.advance(5 * MINUTE);
    expect(waiting).to.have.length(TENANT_LIMITS.perHost);
  });

  it('asks a host that fails less and less often, and never gives up', async () => {
    bed.answer = async () => down();
    bed.add('a');
    await bed.clock.advance(60 * MINUTE);
    const times = bed.asked.map((query) => Number(query.split(' ')[1]));
    const delays = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(delays[0]).to.be.within(2, 5);
    expect(Math.max(...delays)).to.be.within(150, 310);
    expect(bed.asked.length).to.be.within(12, 30);
  });

  it('reports the failure of a host to its other topics, without a query', async () => {
    bed.answer = async () => down();
    for (const key of ['a', 'b', 'c', 'd', 'e']) bed.add(key);
    await settled();
    expect(bed.asked).to.deep.equal(['a 0', 'b 0', 'c 0']);
    expect(bed.skipped).to.deep.equal(['d down', 'e down']);
    bed.answer = async () => ANSWERED;
    await bed.clock.advance(MINUTE);
    for (const key of ['a', 'b', 'c', 'd', 'e']) expect(bed.asked.join(), key).to.match(new RegExp(`${key} \\d*[1-9]`));
  });

  it('sends no query before the Retry-After of a host', async () => {
    bed.answer = async () => down(90_000);
    bed.add('a');
    bed.add('b');
    await bed.clock.advance(89_000);
    expect(bed.asked).to.deep.equal(['a 0']);
    expect(bed.skipped).to.include('b down');
    bed.answer = async () => ANSWERED;
    await bed.clock.advance(10_000);
    expect(bed.asked.map((query) => query.slice(0, 1)).toSorted()).to.deep.equal(['a', 'a', 'b']);
  });

  it('waits for the Retry-After of a host an hour at most', async () => {
    bed.answer = async () => down(10 * 60 * MINUTE);
    bed.add('a');
    await bed.clock.advance(59 * MINUTE);
    expect(bed.timesOf('a')).to.deep.equal([0]);
    await bed.clock.advance(2 * MINUTE);
    expect(bed.timesOf('a')).to.have.length(2);
  });

  it('remembers the Retry-After of a host, even if its last topic is replaced', async () => {
    bed.answer = async () => down(90_000);
    bed.add('a');
    await settled();
    bed.poller.remove('a');
    bed.add('b');
    await bed.clock.advance(89_000);
    expect(bed.asked).to.deep.equal(['a 0']);
    expect(bed.skipped).to.include('b down');
    bed.answer = async () => ANSWERED;
    await bed.clock.advance(10_000);
    expect(bed.asked.at(-1)).to.match(/^b /);
  });

  it('applies the Retry-After of a host, even if the topic of the query is replaced meanwhile', async () => {
    const answers: ((asked: QueryEnd<string>) => void)[] = [];
    bed.answer = async () => new Promise((resolve) => answers.push(resolve));
    bed.add('a');
    await settled();
    bed.poller.remove('a');
    bed.add('b');
    answers[0]?.(down(90_000));
    await bed.clock.advance(89_000);
    expect(bed.asked).to.deep.equal(['a 0']);
  });

  it('sends no query before the Retry-After of a host, even if an earlier query is answered later', async () => {
    bed.add('a');
    await settled();
    const answers: ((asked: QueryEnd<string>) => void)[] = [];
    bed.answer = async () => new Promise((resolve) => answers.push(resolve));
    for (const key of ['b', 'c']) bed.add(key);
    await settled();
    answers[0]?.(down(90_000));
    answers[1]?.(ANSWERED);
    await settled();
    bed.add('d');
    await bed.clock.advance(89_000);
    expect(bed.asked).to.deep.equal(['a 0', 'b 0', 'c 0']);
  });

  it('forgets a host without topics as soon as its backoff has passed', async () => {
    bed.answer = async () => down(90_000);
    bed.add('a');
    await settled();
    bed.poller.remove('a');
    expect(bed.clock.pending()).to.equal(1);
    await bed.clock.advance(91_000);
    expect(bed.clock.pending()).to.equal(0);
  });

  it('asks about a topic that is refused less often, and about the other topics of its host as before', async () => {
    bed.answer = async (key) => (key === 'a' ? DENIED : ANSWERED);
    bed.add('a');
    bed.add('b');
    await bed.clock.advance(30 * MINUTE);
    expect(bed.skipped).to.deep.equal([]);
    expect(bed.asked.filter((query) => query.startsWith('b'))).to.have.length(31);
    const times = bed.asked.filter((query) => query.startsWith('a')).map((query) => Number(query.slice(2)));
    expect(times.length).to.be.within(8, 16);
    expect(times[1]).to.be.within(30, 60);
  });
});
