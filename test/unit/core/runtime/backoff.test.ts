import { expect } from 'chai';
import { backoffDelayMs, makeBackoff, withJitter } from '../../../../src/core/runtime/backoff.ts';

describe('backoff', () => {
  const policy = { initialDelayMs: 5, maxDelayMs: 1_000_000 };

  it('doubles the delay with every failure in a row', () => {
    expect([0, 1, 2, 3, 4].map((failures) => backoffDelayMs(failures, policy))).to.deep.equal([0, 5, 10, 20, 40]);
  });

  it('never exceeds the maximum delay, however many failures there are', () => {
    expect(backoffDelayMs(18, policy)).to.equal(655_360);
    for (const failures of [19, 100, 5000]) expect(backoffDelayMs(failures, policy)).to.equal(1_000_000);
  });

  it('takes between half of a delay and all of it', () => {
    expect([0, 0.5, 1].map((random) => withJitter(100, random))).to.deep.equal([50, 75, 100]);
  });

  it('starts over after a success', () => {
    const backoff = makeBackoff(policy, () => 1);
    expect([backoff.next(), backoff.next(), backoff.next()]).to.deep.equal([5, 10, 20]);
    backoff.reset();
    expect(backoff.next()).to.equal(5);
  });
});
