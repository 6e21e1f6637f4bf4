import { expect } from 'chai';
import { stripVTControlCharacters } from 'node:util';
import { withoutControlSequences } from '../../../../src/core/model/control-sequences.ts';

describe('withoutControlSequences', () => {
  for (const [title, text] of [
    ['a colour', '\u001b[31mred\u001b[0m'],
    ['a colour with parameters', '\u001b[38;2;1;2;3mred\u001b[0m'],
    ['an erased line', '\u001b[2K\u001b[1Gdone'],
    ['a hidden cursor', '\u001b[?25lwait\u001b[?25h'],
    ['a title that a bell ends', '\u001b]0;title\u0007text'],
    ['a link', '\u001b]8;;https://example.com\u001b\\link\u001b]8;;\u001b\\'],
    ['a control sequence of one character', '\u009b1mbold\u009b0m'],
    ['text alone', 'no [31m sequence; here'],
  ] as const) {
    it(`removes the same as Node: ${title}`, () =>
      expect(withoutControlSequences(text)).to.equal(stripVTControlCharacters(text)));
  }

  it('removes a device control string and a choice of a character set', () => {
    expect(withoutControlSequences('\u001bP1;2|text\u001b\\a\u001b(Bb\u001b7c')).to.equal('abc');
  });

  it('keeps text after a string without an end', () => {
    expect(withoutControlSequences('\u001b]0;title and more')).to.equal('0;title and more');
  });
});
