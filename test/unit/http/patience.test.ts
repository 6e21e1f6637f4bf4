import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPatience } from '../../../src/http/patience.ts';

const LONG = 10_000;

describe('the patience with an answer', () => {
  it('is not over at once where it is longer than a timer can be', async () => {
    const clock = startPatience({ idle: 2 ** 31, total: Number.MAX_SAFE_INTEGER }, undefined);
    await sleep(20);
    expect(clock.isOver()).to.equal(false);
    clock.stop();
  });

  it('is over when it does not begin, nothing moves, or all takes too long', async () => {
    for (const times of [
      { opening: 1, idle: LONG, total: LONG },
      { idle: 1, total: LONG },
      { idle: LONG, total: 1 },
    ]) {
      const clock = startPatience(times, undefined);
      await sleep(20);
      expect([clock.isOver(), clock.signal.aborted], JSON.stringify(times)).to.deep.equal([true, true]);
      clock.stop();
    }
  });

  it('begins anew with what comes, by the idle time from then on', async () => {
    const clock = startPatience({ opening: LONG, idle: 1000 }, undefined);
    // Far apart, for a busy machine: together longer than the idle time, which each is far from.
    for (let turn = 0; turn < 3; turn += 1) {
      clock.touch();
      await sleep(400);
      expect(clock.isOver()).to.equal(false);
    }
    await sleep(1000);
    expect(clock.isOver()).to.equal(true);
    clock.stop();
  });

  it('is not over once it is stopped, whatever comes', async () => {
    const clock = startPatience({ opening: 5, idle: 1 }, undefined);
    clock.touch();
    clock.stop();
    clock.touch();
    await sleep(20);
    expect(clock.isOver()).to.equal(false);
  });

  it('ends with the outer signal, which is not its own end', () => {
    const reason = new Error('enough');
    const outer = new AbortController();
    const clocks = Array.from({ length: 20 }, () => startPatience({ idle: LONG }, outer.signal));
    outer.abort(reason);
    clocks.push(startPatience({ idle: LONG }, outer.signal));
    for (const clock of clocks) {
      expect([clock.signal.reason, clock.isOver()]).to.deep.equal([reason, false]);
      clock.stop();
    }
  });
});
