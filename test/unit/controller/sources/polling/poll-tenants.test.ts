import { expect } from 'chai';
import * as fc from 'fast-check';
import type { FailureScope } from '../../../../../src/core/model/failure-scope.ts';
import type { QueryEnd, Topic } from '../../../../../src/controller/sources/polling/poll-topic.ts';
import { settled } from '../../../../support/virtual-clock.ts';
import { ANSWERED, down, HANG, MINUTE, PollBed } from './poll-bed.ts';

const SECOND = 1_000;

/** Returns the end of a query that failed for a while. */
function failed(scope: FailureScope, retryAfterMs?: number): QueryEnd<string> {
  return { kind: 'failed', failure: 'no', scope, isTemporary: true, retryAfterMs };
}

function evil(key: string): boolean {
  return key.startsWith('evil');
}

describe('the poller, with several tenants', () => {
  let bed: PollBed;

  beforeEach(() => {
    bed = new PollBed();
  });

  /** Adds topics of a tenant, such as `evil0`, at one host. */
  const addAll = (tenant: string, count: number, who: Partial<Topic> = {}): void => {
    for (let index = 0; index < count; index += 1) bed.add(`${tenant}${index}`, 'host', MINUTE, { tenant, ...who });
  };

  /** Returns the longest time between two queries about a topic. */
  const longestGap = (key: string): number => {
    const times = bed.timesOf(`${key} `);
    return Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? 0)));
  };

  for (const [what, scope, retryAfterMs] of [
    ['makes a host fail for itself', 'host'],
    ['makes a host ask for a day without requests', 'host', 86_400 * SECOND],
    ['has slow repositories', 'login'],
    ['redirects to a server that fails', 'query'],
    ['redirects to a server with a long Retry-After', 'query', 86_400 * SECOND],
  ] as const) {
    it(`is not delayed by one tenant that ${what}`, async () => {
      bed.answer = async (key) => (key.startsWith('evil') ? failed(scope, retryAfterMs) : ANSWERED);
      addAll('evil', 50);
      bed.add('good', 'host', MINUTE, { tenant: 'good' });
      await bed.clock.advance(30 * MINUTE);
      expect(bed.timesOf('good ')).to.deep.equal([0, ...Array.from({ length: 30 }, (_, index) => 30 + index * 60)]);
      expect(bed.skipped.join()).not.to.include('good');
    });
  }

  it('waits at most a minute for a host that fails for two others, and gets none of their failures', async () => {
    bed.answer = async (key) => (key.startsWith('good') ? ANSWERED : down());
    addAll('evil', 50);
    addAll('worse', 50);
    await bed.clock.advance(10 * MINUTE);
    bed.add('good', 'host', MINUTE, { tenant: 'good' });
    await bed.clock.advance(60 * MINUTE);
    expect(bed.timesOf('good ')[0]).to.be.within(10 * 60, 11 * 60);
    expect(longestGap('good')).to.be.at.most(120);
    expect(bed.skipped.join()).not.to.include('good');
  });

  it('asks at once after a host answers any tenant', async () => {
    bed.answer = async (key) => {
      if (bed.clock.elapsed() > 0) return ANSWERED;
      if (key !== 'slow') return down();
      await bed.clock.sleep(5 * SECOND);
      return ANSWERED;
    };
    bed.add('slow', 'host', MINUTE, { tenant: 'slow' });
    for (const tenant of ['one', 'two', 'three']) addAll(tenant, 20);
    await settled();
    bed.asked.length = 0;
    bed.add('late', 'host', MINUTE, { tenant: 'four' });
    await bed.clock.advance(4 * SECOND);
    expect(bed.asked).to.deep.equal([]);
    await bed.clock.advance(SECOND);
    expect(bed.timesOf('late ')).to.deep.equal([5]);
    for (const tenant of ['one', 'two', 'three']) expect(bed.timesOf(tenant), tenant).to.have.length(20);
  });

  it('waits at most a minute for the rate limit of its login, and not at all for that of another login', async () => {
    bed.answer = async (key) => (evil(key) ? failed('limit', 3_600 * SECOND) : ANSWERED);
    addAll('evil', 10);
    await settled();
    bed.add('same', 'host', MINUTE, { tenant: 'good' });
    bed.add('other', 'host', MINUTE, { tenant: 'good', login: 'other' });
    await bed.clock.advance(30 * MINUTE);
    expect(bed.timesOf('other ')[0]).to.equal(0);
    expect(bed.timesOf('same ')[0]).to.equal(60);
    expect(longestGap('same')).to.be.at.most(61);
    expect(bed.timesOf('evil')).to.deep.equal([0]);
    expect(bed.skipped.filter((line) => !evil(line))).to.deep.equal([]);
  });

  for (const count of [20, 1_000]) {
    it(`is asked about at once beside ${count} slow topics of another tenant at its host`, async () => {
      bed.answer = async (key) => {
        if (!key.startsWith('slow')) return ANSWERED;
        await bed.clock.sleep(HANG);
        return ANSWERED;
      };
      bed.add('good', 'host', MINUTE, { tenant: 'good' });
      addAll('slow', count);
      await bed.clock.advance(30 * MINUTE);
      expect(bed.timesOf('good ')).to.deep.equal([0, ...Array.from({ length: 30 }, (_, index) => 30 + index * 60)]);
    });

    it(`is asked about at once beside ${count} slow hosts of another tenant`, async () => {
      bed.answer = async (key) => {
        if (!key.startsWith('slow')) return ANSWERED;
        await bed.clock.sleep(HANG);
        return ANSWERED;
      };
      for (let index = 0; index < count; index += 1)
        bed.add(`slow${index}`, `slow${index}`, MINUTE, { tenant: 'slow' });
      await bed.clock.advance(5 * MINUTE);
      for (const key of ['new', 'answering']) bed.add(key, key, MINUTE, { tenant: 'good' });
      await bed.clock.advance(MINUTE);
      for (const key of ['new', 'answering']) expect(bed.timesOf(`${key} `)[0], key).to.equal(5 * 60);
    });
  }

  it('is asked about in turn with the topics of tenants that take all slots of a host', async () => {
    bed.answer = async (key) => {
      if (!key.startsWith('slow')) return ANSWERED;
      await bed.clock.sleep(HANG);
      return ANSWERED;
    };
    for (const tenant of ['slowA', 'slowB', 'slowC']) addAll(tenant, 500);
    await bed.clock.advance(10 * MINUTE);
    bed.add('good', 'host', MINUTE, { tenant: 'good' });
    await bed.clock.advance(2 * MINUTE);
    expect(bed.timesOf('good ')[0]).to.be.at.most(10 * 60 + (2 * HANG) / SECOND);
  });

  for (const tenants of [1, 10]) {
    it(`sends a host that is down few queries for 1,000 topics of ${tenants} tenants`, async () => {
      bed.answer = async () => down();
      for (let index = 0; index < 1_000; index += 1) {
        bed.poller.set({ key: `${index}`, host: 'host', login: '', tenant: `${index % tenants}` }, MINUTE);
        bed.poller.askWithin(`${index}`, (index % 60) * SECOND);
      }
      await bed.clock.advance(10 * MINUTE);
      expect(bed.asked.length / tenants).to.be.within(5, 20);
    });
  }

  it('never waits more than a minute for others, whatever they cause', async () => {
    const end = fc.oneof(
      fc.constant(ANSWERED),
      fc
        .record({
          scope: fc.constantFrom<FailureScope>('host', 'limit', 'login', 'query'),
          retryAfterMs: fc.option(fc.integer({ min: 0, max: 10 ** 9 }), { nil: undefined }),
        })
        .map(({ scope, retryAfterMs }) => failed(scope, retryAfterMs)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(end, { minLength: 1, maxLength: 40 }), async (ends) => {
        const own = new PollBed();
        let next = 0;
        own.answer = async (key) => (key === 'good' ? ANSWERED : (ends[next++ % ends.length] ?? ANSWERED));
        for (const tenant of ['a', 'b', 'c'])
          for (let index = 0; index < 4; index += 1) own.add(`${tenant}${index}`, 'host', MINUTE, { tenant });
        await own.clock.advance(3 * MINUTE);
        own.add('good', 'host', MINUTE, { tenant: 'good' });
        await own.clock.advance(15 * MINUTE);
        own.stop.abort();
        const times = own.timesOf('good ').map((time) => time - 180);
        const gaps = times.map((time, index) => time - (times[index - 1] ?? 0));
        expect(times[0]).to.be.at.most(60.1);
        expect(Math.max(...gaps.slice(1))).to.be.at.most(120.1);
        expect(own.skipped.filter((line) => line.startsWith('good'))).to.deep.equal([]);
      }),
      { numRuns: 100 },
    );
  });
});
