import { expect } from 'chai';
import { inSlices } from '../../../../src/core/runtime/slices.ts';

/** A clock on which each look takes a millisecond. */
function tickingClock(): { readonly elapsed: () => number } {
  let time = 0;
  return { elapsed: () => (time += 1) };
}

function* steps(count: number, onStep: () => void): Generator<undefined, string> {
  for (let step = 0; step < count; step += 1) {
    onStep();
    yield;
  }
  return 'done';
}

describe('work in slices', () => {
  it('lets other work run after a few milliseconds, and returns its result', async () => {
    let done = 0;
    const seen: number[] = [];
    const look = (): void => {
      seen.push(done);
      if (done < 100) setImmediate(look);
    };
    setImmediate(look);
    expect(
      await inSlices(
        steps(100, () => (done += 1)),
        tickingClock(),
      ),
    ).to.equal('done');
    const longest = Math.max(...seen.map((at, index) => at - (seen[index - 1] ?? 0)));
    expect(longest).to.be.within(1, 10);
  });
});
