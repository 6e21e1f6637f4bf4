import { expect } from 'chai';
import { delayAfter } from '../../../src/runtime/backoff.ts';

describe('backoff', () => {
  const backoff = { first: 5, longest: 1_000_000 };

  it('doubles with every failure in a row', () => {
    expect([0, 1, 2, 3, 4].map((failures) => delayAfter(failures, backoff))).to.deep.equal([0, 5, 10, 20, 40]);
  });

  it('ends at the longest delay, however many failures there are', () => {
    expect(delayAfter(18, backoff)).to.equal(655_360);
    for (const failures of [19, 100, 5000]) expect(delayAfter(failures, backoff)).to.equal(1_000_000);
  });
});
