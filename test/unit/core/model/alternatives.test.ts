import { expect } from 'chai';
import { alternatives } from '../../../../src/core/model/alternatives.ts';

describe('alternatives', () => {
  for (const [words, text] of [
    [[], ''],
    [['a'], 'a'],
    [['a', 'b'], 'a or b'],
    [['a', 'b', 'c'], 'a, b or c'],
  ] as const) {
    it(`are written as "${text}"`, () => expect(alternatives(words)).to.equal(text));
  }
});
