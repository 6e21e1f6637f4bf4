import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { startDeadline } from '../../../../src/registry/client/deadline.ts';

describe('the deadline of a request', () => {
  it('is not over at once where it is further away than a timer can be', async () => {
    const deadline = startDeadline({ idle: 2 ** 31, total: Number.MAX_SAFE_INTEGER }, undefined);
    await sleep(20);
    expect(deadline.isOver()).to.equal(false);
    deadline.stop();
  });

  it('is over when nothing moves for too long, or all takes too long', async () => {
    for (const times of [
      { idle: 1, total: 10_000 },
      { idle: 10_000, total: 1 },
    ]) {
      const deadline = startDeadline(times, undefined);
      await sleep(20);
      expect([deadline.isOver(), deadline.signal.aborted]).to.deep.equal([true, true]);
      deadline.stop();
    }
  });
});
