import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTimeouts } from '../../../../src/clients/http/timeouts.ts';

const LONG = 10_000;

describe('the timeouts of a response', () => {
  it("do not expire at once if they are longer than Node's timers allow", async () => {
    const clock = startTimeouts({ idleMs: 2 ** 31, totalMs: Number.MAX_SAFE_INTEGER }, undefined);
    await sleep(20);
    expect(clock.hasExpired()).to.equal(false);
    clock.stop();
  });

  it('expire if the response does not start, stalls, or takes too long in total', async () => {
    for (const times of [
      { responseMs: 1, idleMs: LONG, totalMs: LONG },
      { idleMs: 1, totalMs: LONG },
      { idleMs: LONG, totalMs: 1 },
    ]) {
      const clock = startTimeouts(times, undefined);
      await sleep(20);
      expect([clock.hasExpired(), clock.signal.aborted], JSON.stringify(times)).to.deep.equal([true, true]);
      clock.stop();
    }
  });

  it('restart with every chunk, with the idle timeout from then on', async () => {
    const clock = startTimeouts({ responseMs: LONG, idleMs: 1000 }, undefined);
    // The delays are long for a busy machine. Their sum exceeds the idle timeout, but none does alone.
    for (let turn = 0; turn < 3; turn += 1) {
      clock.refresh();
      await sleep(400);
      expect(clock.hasExpired()).to.equal(false);
    }
    await sleep(1000);
    expect(clock.hasExpired()).to.equal(true);
    clock.stop();
  });

  it('do not expire after they are stopped', async () => {
    const clock = startTimeouts({ responseMs: 5, idleMs: 1 }, undefined);
    clock.refresh();
    clock.stop();
    clock.refresh();
    await sleep(20);
    expect(clock.hasExpired()).to.equal(false);
  });

  it("abort with the caller's signal without counting as expired", () => {
    const reason = new Error('enough');
    const outer = new AbortController();
    const clocks = Array.from({ length: 20 }, () => startTimeouts({ idleMs: LONG }, outer.signal));
    outer.abort(reason);
    clocks.push(startTimeouts({ idleMs: LONG }, outer.signal));
    for (const clock of clocks) {
      expect([clock.signal.reason, clock.hasExpired()]).to.deep.equal([reason, false]);
      clock.stop();
    }
  });
});
