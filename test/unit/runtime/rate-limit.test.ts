import { expect } from 'chai';
import { RateLimiter } from '../../../src/runtime/rate-limit.ts';
import { VirtualClock } from './virtual-clock.ts';

describe('the limit of retries', () => {
  it("counts the failures of each key by itself, as client-go's", () => {
    const limiter = new RateLimiter(new VirtualClock());
    expect(['a', 'a', 'b', 'a'].map((key) => limiter.delay(key))).to.deep.equal([5, 10, 5, 20]);
  });

  it('begins anew with a key that was forgotten', () => {
    const limiter = new RateLimiter(new VirtualClock());
    limiter.delay('a');
    limiter.delay('a');
    limiter.forget('a');
    expect(limiter.delay('a')).to.equal(5);
  });

  it('lets no more than ten a second come back after the first hundred, of all keys together', () => {
    const limiter = new RateLimiter(new VirtualClock());
    const delays = Array.from({ length: 102 }, (_, index) => limiter.delay(`key-${index}`));
    expect(delays.slice(98)).to.deep.equal([5, 5, 100, 200]);
  });
});
