import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { batched } from '../../../../src/cli/dashboard/batched.ts';
import { SYSTEM_CLOCK } from '../../../../src/core/runtime/clock.ts';

async function* numbers(count: number, end = Promise.resolve()): AsyncGenerator<number, void> {
  for (let number = 0; number < count; number += 1) yield number;
  await end;
}

describe('batches of a feed', () => {
  it('are full and have every item', async () => {
    const batches: (readonly number[])[] = [];
    const source = batched(numbers(7), { maxItems: 3, waitMs: 1000 }, SYSTEM_CLOCK);
    for await (const batch of source) batches.push(batch);
    expect(batches).to.deep.equal([[0, 1, 2], [3, 4, 5], [6]]);
  });

  it('do not wait for an item that comes late', async () => {
    const source = batched(numbers(2, sleep(200)), { maxItems: 10, waitMs: 20 }, SYSTEM_CLOCK);
    expect(await source.next()).to.deep.equal({ done: false, value: [0, 1] });
    expect(await source.next()).to.deep.equal({ done: true, value: undefined });
  });

  it('come before the failure of the source', async () => {
    const failure = Promise.reject(new Error('broken'));
    failure.catch(() => undefined);
    const source = batched(numbers(2, failure), { maxItems: 2, waitMs: 20 }, SYSTEM_CLOCK);
    expect(await source.next()).to.deep.equal({ done: false, value: [0, 1] });
    await sleep(20);
    expect(await source.next().catch(String)).to.equal('Error: broken');
  });
});
