import { expect } from 'chai';
import * as fc from 'fast-check';
import { TokenBucket } from '../../../src/runtime/token-bucket.ts';
import { VirtualClock } from './virtual-clock.ts';

describe('a token bucket', () => {
  it('gives its burst at once, and then one token after the other', () => {
    const bucket = new TokenBucket(new VirtualClock(), { perSecond: 10, burst: 2 });
    expect([1, 2, 3, 4].map(() => bucket.reserve())).to.deep.equal([0, 0, 100, 200]);
  });

  it('fills with time, up to its burst', async () => {
    const clock = new VirtualClock();
    const bucket = new TokenBucket(clock, { perSecond: 10, burst: 2 });
    for (let taken = 0; taken < 4; taken += 1) bucket.reserve();
    await clock.advance(250);
    expect(bucket.reserve()).to.equal(50);
    await clock.advance(60_000);
    expect([1, 2, 3].map(() => bucket.reserve())).to.deep.equal([0, 0, 100]);
  });

  it('never allows more than its burst and its rate in any span of time', async () => {
    const rate = { perSecond: 10, burst: 3 };
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 30 }), async (pauses) => {
        const clock = new VirtualClock();
        const bucket = new TokenBucket(clock, rate);
        const uses: number[] = [];
        for (const pause of pauses) {
          await clock.advance(pause);
          uses.push(clock.now() + bucket.reserve());
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
