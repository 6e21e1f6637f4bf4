import { expect } from 'chai';
import * as fc from 'fast-check';
import { jsonSize } from '../../../../src/core/model/json-size.ts';
import { parseBoundedJson } from '../../../../src/core/model/json.ts';

const NO_LIMIT = { entries: Infinity, levels: Infinity };

/** Counts the list items and object fields of a parsed value. */
function entriesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const values: readonly unknown[] = Object.values(value);
  return Math.max(1, values.length) + values.reduce<number>((sum, each) => sum + entriesOf(each), 0);
}

describe('jsonSize', () => {
  it('counts what a parser finds, whatever strings contain', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(jsonSize(JSON.stringify(value), NO_LIMIT).entries).to.equal(
          entriesOf(JSON.parse(JSON.stringify(value))),
        );
      }),
    );
    expect(jsonSize(String.raw`["a,[{\",\\",[]]`, NO_LIMIT)).to.deep.equal({ entries: 3, levels: 2 });
  });

  it('stops at a limit', () => {
    expect(jsonSize('[0,'.repeat(1_000), { entries: 5, levels: 100 })).to.deep.equal({ entries: 6, levels: 3 });
  });
});

describe('parseBoundedJson', () => {
  const bounds = { bytes: 10, entries: 3 };
  it('returns the bound that a text exceeds, even if the text is not JSON', () => {
    expect(parseBoundedJson('[1,2,3]', bounds)).to.deep.equal({ kind: 'value', value: [1, 2, 3], entries: 3 });
    expect(parseBoundedJson('[1,2,3,', bounds)).to.deep.equal({ kind: 'too-large', bound: 'entries' });
    expect(parseBoundedJson('[[[[[[[[[[[', bounds)).to.deep.equal({ kind: 'too-large', bound: 'bytes' });
    expect(parseBoundedJson('"ääää"', bounds)).to.deep.include({ kind: 'value' });
    expect(parseBoundedJson('"äääää"', bounds)).to.deep.equal({ kind: 'too-large', bound: 'bytes' });
    expect(parseBoundedJson('{', bounds)).to.deep.equal({ kind: 'invalid' });
  });
});
