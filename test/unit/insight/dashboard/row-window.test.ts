import { expect } from 'chai';
import { targetIndex, visibleIndexes } from '../../../../src/insight/dashboard/page/row-window.ts';

const PLACE = { first: 100, shown: 20, count: 10_000 };

describe('the window of a long list', () => {
  it('has the visible rows and some around them', () => {
    const indexes = visibleIndexes(PLACE, -1);
    expect([indexes[0], indexes.at(-1), indexes.length]).to.deep.equal([88, 131, 44]);
  });

  it('keeps the focused row', () => {
    expect(visibleIndexes(PLACE, 5).slice(0, 2)).to.deep.equal([5, 88]);
    expect(visibleIndexes(PLACE, 9999).at(-1)).to.equal(9999);
    expect(visibleIndexes(PLACE, 10_000).at(-1)).to.equal(131);
  });

  it('is empty or short for short lists, even after scrolling', () => {
    expect(visibleIndexes({ first: 500, shown: 20, count: 0 }, -1)).to.deep.equal([]);
    expect(visibleIndexes({ first: 500, shown: 20, count: 3 }, -1)).to.deep.equal([0, 1, 2]);
  });

  const keys: readonly (readonly [key: string, focused: number, target: number | undefined])[] = [
    ['ArrowDown', 7, 8],
    ['ArrowDown', 9999, 9999],
    ['ArrowDown', -1, 100],
    ['ArrowUp', 7, 6],
    ['ArrowUp', 0, 0],
    ['PageDown', 7, 25],
    ['PageUp', 7, 0],
    ['Home', 7, 0],
    ['End', 7, 9999],
    ['Enter', 7, undefined],
    ['a', 7, undefined],
  ];
  for (const [key, focused, target] of keys) {
    it(`moves the focus from ${focused} to ${target} with ${key}`, () => {
      expect(targetIndex(key, focused, PLACE)).to.equal(target);
    });
  }
});
