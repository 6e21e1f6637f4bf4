import { expect } from 'chai';
import { setImmediate as turn } from 'node:timers/promises';
import { mapConcurrently } from '../../../../src/clients/registry/map-concurrently.ts';
import { rejection } from '../../../integration/registry/rejection.ts';

describe('mapConcurrently', () => {
  it('processes each item once within the concurrency limit and keeps the order of results', async () => {
    const started: number[] = [];
    let running = 0;
    let most = 0;
    const results = await mapConcurrently([5, 1, 3, 0, 2], 2, async (turns) => {
      started.push(turns);
      running += 1;
      most = Math.max(most, running);
      for (let left = turns; left > 0; left -= 1) await turn();
      running -= 1;
      return turns * 10;
    });
    expect(results).to.deep.equal([50, 10, 30, 0, 20]);
    expect(started).to.deep.equal([5, 1, 3, 0, 2]);
    expect(most).to.equal(2);
  });

  it('returns an empty list for no items', async () => {
    expect(await mapConcurrently([], 2, async () => expect.fail('nothing to work on'))).to.deep.equal([]);
  });

  it('rejects with the first failure', async () => {
    const failure = new Error('the third');
    const work = mapConcurrently([1, 2, 3, 4], 2, async (item) => (item === 3 ? Promise.reject(failure) : item));
    expect(await rejection(work)).to.equal(failure);
  });

  it('starts no further work after a failure, and waits for running work', async () => {
    const failure = new Error('the first');
    const ended: number[] = [];
    const work = mapConcurrently([3, 0, 2, 1, 5], 3, async (turns) => {
      for (let left = turns; left > 0; left -= 1) await turn();
      if (turns === 0) throw failure;
      ended.push(turns);
    });
    expect(await rejection(work)).to.equal(failure);
    expect(ended).to.deep.equal([2, 3]);
  });
});
