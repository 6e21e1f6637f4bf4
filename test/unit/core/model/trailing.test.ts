import { expect } from 'chai';
import { withoutTrailing } from '../../../../src/core/model/trailing.ts';

describe('withoutTrailing', () => {
  for (const [text, characters, rest] of [
    ['a//b//', '/', 'a//b'],
    ['a.-.', '.-', 'a'],
    ['...', '.', ''],
    ['', '/', ''],
    ['a', '/', 'a'],
  ] as const) {
    it(`removes ${characters} from the end of "${text}"`, () =>
      expect(withoutTrailing(text, characters)).to.equal(rest));
  }
});
