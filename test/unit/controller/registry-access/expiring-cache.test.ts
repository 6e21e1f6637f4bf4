import { expect } from 'chai';
import { EventEmitter, once } from 'node:events';
import { expiringCache, type ExpiringCache } from '../../../../src/controller/registry-access/expiring-cache.ts';
import { rejection } from '../../../integration/registry/rejection.ts';

describe('an expiring cache', () => {
  let time: number;
  let created: number;
  let cached: ExpiringCache<number>;
  const create = async (): Promise<number> => (created += 1);

  beforeEach(() => {
    time = 1_000;
    created = 0;
    cached = expiringCache(100, () => time);
  });

  it('creates a value once for its lifetime, however many callers ask', async () => {
    expect(await Promise.all([cached('a', create), cached('a', create)])).to.deep.equal([1, 1]);
    time += 99;
    expect(await cached('a', create)).to.equal(1);
    time += 1;
    expect(await cached('a', create)).to.equal(2);
  });

  it('creates a value for each key', async () => {
    expect([await cached('a', create), await cached('b', create)]).to.deep.equal([1, 2]);
  });

  it('does not cache a failure', async () => {
    const failure = new Error('no');
    expect(await rejection(cached('a', async () => Promise.reject(failure)))).to.equal(failure);
    expect(await cached('a', create)).to.equal(1);
  });

  it('caches a failure that the caller wants to keep, for the same time', async () => {
    cached = expiringCache(
      100,
      () => time,
      (error) => error instanceof RangeError,
    );
    const fail = async (): Promise<number> => {
      created += 1;
      throw new RangeError('too large');
    };
    for (let call = 0; call < 3; call += 1) expect(await rejection(cached('a', fail))).to.be.instanceOf(RangeError);
    expect(created).to.equal(1);
    time += 100;
    expect(await rejection(cached('a', fail))).to.be.instanceOf(RangeError);
    expect(created).to.equal(2);
  });

  it('creates a value once, however long that takes', async () => {
    const end = new EventEmitter();
    const first = cached('a', async () => once(end, 'end').then(([value]) => value as number));
    time += 1_000;
    const second = cached('a', create);
    end.emit('end', 7);
    expect(await Promise.all([first, second])).to.deep.equal([7, 7]);
    time += 99;
    expect(await cached('a', create)).to.equal(7);
  });

  it('does not keep a value longer when the clock is set back', async () => {
    await cached('a', create);
    time -= 500;
    expect(await cached('a', create)).to.equal(2);
  });
});
