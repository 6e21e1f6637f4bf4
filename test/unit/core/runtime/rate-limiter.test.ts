import { expect } from 'chai';
import * as fc from 'fast-check';
import { RateLimiter, TokenBucket } from '../../../../src/core/runtime/rate-limiter.ts';
import { VirtualClock } from '../../../support/virtual-clock.ts';

describe('the rate limiter of retries', () => {
  it('counts the failures of each key separately, as client-go does', () => {
    const limiter = new RateLimiter(new VirtualClock());
    expect(['a', 'a', 'b', 'a'].map((key) => limiter.delayMs(key))).to.deep.equal([5, 10, 5, 20]);
  });

  it('starts over with a key that was forgotten', () => {
    const limiter = new RateLimiter(new VirtualClock());
    limiter.delayMs('a');
    limiter.delayMs('a');
    limiter.forget('a');
    expect(limiter.delayMs('a')).to.equal(5);
  });

  it('allows a burst of 100 retries, then ten a second for all keys together', () => {
    const limiter = new RateLimiter(new VirtualClock());
    const delays = Array.from({ length: 102 }, (_, index) => limiter.delayMs(`key-${index}`));
    expect(delays.slice(98)).to.deep.equal([5, 5, 100, 200]);
  });
});

describe('a token bucket', () => {
  it('gives its burst at once, then one token at a time', () => {
    const bucket = new TokenBucket(new VirtualClock(), { perSecond: 10, burst: 2 });
    expect([1, 2, 3, 4].map(() => bucket.reserveMs())).to.deep.equal([0, 0, 100, 200]);
  });

  it('refills over time, up to its burst', async () => {
    const clock = new VirtualClock();
    const bucket = new TokenBucket(clock, { perSecond: 10, burst: 2 });
    for (let taken = 0; taken < 4; taken += 1) bucket.reserveMs();
    await clock.advance(250);
    expect(bucket.reserveMs()).to.equal(50);
    await clock.advance(60_000);
    expect([1, 2, 3].map(() => bucket.reserveMs())).to.deep.equal([0, 0, 100]);
  });

  it('never exceeds its burst and rate in any period', async () => {
    const rate = { perSecond: 10, burst: 3 };
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 30 }), async (pauses) => {
        const clock = new VirtualClock();
        const bucket = new TokenBucket(clock, rate);
        const uses: number[] = [];
        for (const pause of pauses) {
          await clock.advance(pause);
          uses.push(clock.elapsed() + bucket.reserveMs());
        }
        for (const [index, start] of uses.entries()) {
          for (const [further, end] of uses.slice(index).entries()) {
            expect(further + 1).to.be.at.most(rate.burst + ((end - start) / 1000) * rate.perSecond + 1e-6);
          }
        }
      }),
      { numRuns: 50 },
    );
  });
});
