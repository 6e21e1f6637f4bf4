import { expect } from 'chai';
import type { QueryEnd } from '../../../../../src/controller/sources/polling/poll-topic.ts';
import { settled } from '../../../../support/virtual-clock.ts';
import { ANSWERED, down, HANG, MINUTE, PollBed, TENANT_LIMITS } from './poll-bed.ts';

describe('the poller, at its limits', () => {
  let bed: PollBed;

  beforeEach(() => {
    bed = new PollBed();
  });

  it('sends a host one query at a time until it answers, then several', async () => {
    const answers: ((asked: QueryEnd<string>) => void)[] = [];
    bed.answer = async () => new Promise((resolve) => answers.push(resolve));
    for (const key of ['a', 'b', 'c', 'd']) bed.add(key);
    await settled();
    expect(bed.asked).to.deep.equal(['a 0']);
    answers[0]?.(ANSWERED);
    await settled();
    expect(bed.asked).to.deep.equal(['a 0', 'b 0', 'c 0']);
  });

  it('asks hosts that answer while as many new ones as the limit hang forever', async () => {
    bed.add('a', 'good');
    await settled();
    bed.answer = async (key) => (key === 'a' ? ANSWERED : new Promise(() => undefined));
    for (const host of ['h1', 'h2', 'h3', 'h4', 'h5']) bed.add(host, host);
    await bed.clock.advance(5 * MINUTE);
    expect(bed.timesOf('h')).to.deep.equal([0, 0, 0]);
    expect(bed.timesOf('a')).to.deep.equal([0, 30, 90, 150, 210, 270]);
    expect(bed.poller.oldestWaitMs()).to.equal(5 * MINUTE);
  });

  for (const count of [20, 200]) {
    it(`delays no query to a host that answers while ${count} hosts that never answered hang`, async () => {
      bed.add('good', 'good');
      bed.hang('h');
      for (let index = 0; index < count; index += 1) bed.add(`h${index}`, `h${index}`);
      await bed.clock.advance(30 * MINUTE);
      expect(bed.timesOf('good')).to.deep.equal([0, ...Array.from({ length: 30 }, (_, minute) => 30 + minute * 60)]);
    });

    it(`asks a new host at once although ${count} hosts were asked before and hang`, async () => {
      bed.hang('h');
      for (let index = 0; index < count; index += 1) bed.add(`h${index}`, `h${index}`);
      await bed.clock.advance(Math.ceil(count / TENANT_LIMITS.new) * HANG);
      bed.add('new', 'new');
      await settled();
      expect(bed.timesOf('new')).to.deep.equal([bed.clock.elapsed() / 1000]);
    });
  }

  it('lets a new host wait behind new ones that hang, for one hang each time the limit is reached', async () => {
    bed.hang('h');
    for (let index = 0; index < 7; index += 1) bed.add(`h${index}`, `h${index}`);
    bed.add('new', 'new');
    await bed.clock.advance(10 * MINUTE);
    expect(bed.timesOf('new')[0]).to.equal((2 * HANG) / 1000);
  });

  it('lets a host that failed fewer than three times since its last answer not wait behind failing ones', async () => {
    bed.add('good', 'good');
    await settled();
    bed.hang('h');
    for (let index = 0; index < 20; index += 1) bed.add(`h${index}`, `h${index}`);
    await bed.clock.advance(10 * MINUTE);
    let failures = 2;
    const hanging = bed.answer;
    bed.answer = async (key) => (key === 'good' && failures-- > 0 ? down() : hanging(key));
    await bed.clock.advance(2 * MINUTE);
    const times = bed.timesOf('good').filter((time) => time >= 600);
    expect(times[0]).to.equal(630);
    // Without a queue, the delays after the failures are less than 5 and 10 seconds.
    expect(times[1]).to.be.within(632, 635);
    expect(times[2]).to.be.within(637, 645);
  });

  it('delays no query while a host that has answered hangs with all of its topics', async () => {
    bed.add('good', 'good');
    // The good host is due at 90 seconds, while the queries that start at 80 seconds hang.
    await bed.clock.advance(50_000);
    for (let index = 0; index < 20; index += 1) bed.add(`h${index}`, 'other');
    await settled();
    bed.hang('h');
    await bed.clock.advance(29 * MINUTE);
    expect(bed.timesOf('good')).to.deep.equal([0, ...Array.from({ length: 30 }, (_, minute) => 30 + minute * 60)]);
  });

  it('delays no query when hosts that have answered before hang again and again', async () => {
    bed.add('good', 'good');
    for (let index = 0; index < 20; index += 1) bed.add(`h${index}`, `h${index}`);
    await settled();
    bed.hang('h');
    await bed.clock.advance(30 * MINUTE);
    const before = bed.timesOf('good').length;
    await bed.clock.advance(30 * MINUTE);
    const times = bed.timesOf('good').slice(before - 1);
    expect(times.slice(1).map((time, index) => time - (times[index] ?? 0))).to.deep.equal(Array(30).fill(60));
  });

  it('lets hosts that reach the limit take turns', async () => {
    for (const host of ['a', 'b', 'c']) for (let index = 0; index < 4; index += 1) bed.add(`${host}${index}`, host);
    await settled();
    bed.asked.length = 0;
    const answers: ((end: QueryEnd<string>) => void)[] = [];
    bed.answer = async () => new Promise((resolve) => answers.push(resolve));
    await bed.clock.advance(30_000);
    for (let index = 0; index < 4; index += 1) {
      answers[index]?.(ANSWERED);
      await settled();
    }
    expect(bed.asked.map((query) => query.slice(0, 1)).join('')).to.equal('abcaabca');
  });
});
