import { expect } from 'chai';
import { keptBriefly, type KeptBriefly } from '../../../src/registry-access/kept-briefly.ts';
import { rejection } from '../../integration/registry/rejection.ts';

describe('what is kept briefly', () => {
  let time: number;
  let made: number;
  let kept: KeptBriefly<number>;
  const make = async (): Promise<number> => (made += 1);

  beforeEach(() => {
    time = 1_000;
    made = 0;
    kept = keptBriefly(100, () => time);
  });

  it('is made once for its time, however many ask', async () => {
    expect(await Promise.all([kept('a', make), kept('a', make)])).to.deep.equal([1, 1]);
    time += 99;
    expect(await kept('a', make)).to.equal(1);
    time += 1;
    expect(await kept('a', make)).to.equal(2);
  });

  it('is made for each key', async () => {
    expect([await kept('a', make), await kept('b', make)]).to.deep.equal([1, 2]);
  });

  it('is made anew after it failed', async () => {
    const failure = new Error('no');
    expect(await rejection(kept('a', async () => Promise.reject(failure)))).to.equal(failure);
    expect(await kept('a', make)).to.equal(1);
  });

  it('is not kept longer when a clock is set back', async () => {
    await kept('a', make);
    time -= 500;
    expect(await kept('a', make)).to.equal(2);
  });
});
