import { expect } from 'chai';
import { weightedCache } from '../../../src/registry-access/weighted-cache.ts';

describe('a weighted cache', () => {
  it('lets go of what was not asked for the longest', () => {
    const cache = weightedCache<string>(10);
    for (const key of ['a', 'b', 'c']) cache.put(key, key, 3);
    cache.get('a');
    cache.put('d', 'd', 3);
    expect(['a', 'b', 'c', 'd'].map(cache.get)).to.deep.equal(['a', undefined, 'c', 'd']);
  });

  it('counts a value once, however often it is put', () => {
    const cache = weightedCache<number>(10);
    for (let value = 0; value < 9; value += 1) cache.put('a', value, 5);
    cache.put('b', 0, 5);
    expect([cache.get('a'), cache.get('b')]).to.deep.equal([8, 0]);
  });

  it('does not keep what is too heavy, nor an older value of its key, and nothing goes for it', () => {
    const cache = weightedCache<string>(10);
    cache.put('a', 'a', 5);
    cache.put('b', 'light', 5);
    cache.put('b', 'heavy', 11);
    expect([cache.get('a'), cache.get('b')]).to.deep.equal(['a', undefined]);
  });
});
