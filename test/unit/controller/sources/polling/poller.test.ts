import { expect } from 'chai';
import type { QueryEnd } from '../../../../../src/controller/sources/polling/poll-topic.ts';
import { settled } from '../../../../support/virtual-clock.ts';
import { ANSWERED, MINUTE, PollBed, topic } from './poll-bed.ts';

describe('the poller', () => {
  let bed: PollBed;

  beforeEach(() => {
    bed = new PollBed();
  });

  it('asks at once, then within the interval, then at the interval', async () => {
    bed.add('a');
    await bed.clock.advance(3 * MINUTE);
    expect(bed.asked).to.deep.equal(['a 0', 'a 30', 'a 90', 'a 150']);
  });

  it('asks later if the first query can wait', async () => {
    bed.poller.set(topic('a'), MINUTE);
    bed.poller.askWithin('a', 10_000);
    bed.poller.askWithin('a', 20_000);
    await bed.clock.advance(15_000);
    expect(bed.asked).to.deep.equal(['a 10']);
  });

  it('asks no more after a topic is removed, and again after it comes back', async () => {
    bed.add('a');
    await settled();
    bed.poller.remove('a');
    await bed.clock.advance(5 * MINUTE);
    expect(bed.asked).to.deep.equal(['a 0']);
    bed.add('a');
    await settled();
    expect(bed.asked).to.have.length(2);
  });

  it('takes a shorter interval at once', async () => {
    bed.add('a', 'host', 60 * MINUTE);
    await settled();
    bed.poller.set(topic('a'), MINUTE);
    await bed.clock.advance(MINUTE);
    expect(bed.asked).to.deep.equal(['a 0', 'a 60']);
  });

  it('asks no more by itself without an interval, but about changes, and again after a failure', async () => {
    bed.add('a');
    await settled();
    bed.poller.set(topic('a'), Infinity);
    await bed.clock.advance(600 * MINUTE);
    expect(bed.asked).to.deep.equal(['a 0']);
    bed.answer = async () => ({ kind: 'failed', failure: 'no', scope: 'query', isTemporary: false });
    bed.poller.askAfterChange('a', 2_000);
    await settled();
    bed.answer = async () => ANSWERED;
    await bed.clock.advance(600 * MINUTE);
    expect(bed.asked).to.have.length(3);
    expect(bed.timesOf('a')[2]).to.be.within(36_000 + 150, 36_000 + 300);
  });

  it('asks again at the interval that a topic without an interval gets', async () => {
    bed.add('a');
    await settled();
    bed.poller.set(topic('a'), Infinity);
    await bed.clock.advance(10 * MINUTE);
    bed.poller.set(topic('a'), MINUTE);
    await bed.clock.advance(2 * MINUTE);
    expect(bed.asked).to.deep.equal(['a 0', 'a 600.001', 'a 660.001']);
  });

  for (const intervalMs of [Infinity, 60 * MINUTE]) {
    it(`asks about a change although the interval becomes ${intervalMs} meanwhile`, async () => {
      bed.add('a');
      await settled();
      bed.poller.askAfterChange('a', 2_000);
      bed.poller.set(topic('a'), intervalMs);
      await bed.clock.advance(2_000);
      expect(bed.asked).to.deep.equal(['a 0', 'a 2']);
    });
  }

  it('asks again after a failure although the interval ends', async () => {
    bed.add('a');
    await settled();
    bed.answer = async () => ({ kind: 'failed', failure: 'no', scope: 'query', isTemporary: false });
    bed.poller.askAfterChange('a', 0);
    await settled();
    bed.answer = async () => ANSWERED;
    bed.poller.set(topic('a'), Infinity);
    await bed.clock.advance(10 * MINUTE);
    expect(bed.asked).to.have.length(3);
  });

  it('asks about a change at the time of the interval if that is earlier, although the interval ends', async () => {
    bed.add('a', 'host', 1_000);
    await settled();
    bed.poller.askAfterChange('a', 2_000);
    bed.poller.set(topic('a'), Infinity);
    await bed.clock.advance(10 * MINUTE);
    expect(bed.asked).to.deep.equal(['a 0', 'a 0.5']);
  });

  it('asks about a change at once, but not more often than every two seconds', async () => {
    bed.add('a');
    await bed.clock.advance(10_000);
    bed.poller.askAfterChange('a', 2_000);
    await bed.clock.advance(500);
    for (let change = 0; change < 10; change += 1) bed.poller.askAfterChange('a', 2_000);
    await bed.clock.advance(10_000);
    expect(bed.asked).to.deep.equal(['a 0', 'a 10', 'a 12']);
  });

  it('asks about a change again if a query is already running', async () => {
    bed.answer = async () => {
      await bed.clock.sleep(500);
      return ANSWERED;
    };
    bed.add('a');
    await bed.clock.advance(100);
    bed.poller.askAfterChange('a', 2_000);
    await bed.clock.advance(5_000);
    expect(bed.asked).to.deep.equal(['a 0', 'a 2']);
    bed.poller.askAfterChange('unknown', 2_000);
  });

  it('asks about a change again if the query that is already running fails', async () => {
    bed.answer = async () => {
      await bed.clock.sleep(500);
      return { kind: 'failed', failure: 'no', scope: 'query', isTemporary: false };
    };
    bed.add('a');
    await bed.clock.advance(100);
    bed.poller.askAfterChange('a', 2_000);
    bed.poller.set(topic('a'), Infinity);
    await bed.clock.advance(500);
    bed.answer = async () => ANSWERED;
    await bed.clock.advance(MINUTE);
    expect(bed.asked).to.deep.equal(['a 0', 'a 2']);
  });

  it('asks again if a query is already running', async () => {
    const answers: ((asked: QueryEnd<string>) => void)[] = [];
    bed.answer = async () => new Promise((resolve) => answers.push(resolve));
    bed.add('a');
    bed.poller.askWithin('a', 0);
    bed.poller.askWithin('a', 0);
    answers[0]?.(ANSWERED);
    await settled();
    expect(bed.asked).to.have.length(2);
    answers[1]?.(ANSWERED);
    await settled();
    expect(bed.asked).to.have.length(2);
  });

  it('ends with the signal', async () => {
    bed.add('a');
    await settled();
    bed.stop.abort();
    await bed.clock.advance(5 * MINUTE);
    bed.add('b');
    await settled();
    expect(bed.asked).to.deep.equal(['a 0']);
    expect(bed.clock.pending()).to.equal(0);
  });
});
