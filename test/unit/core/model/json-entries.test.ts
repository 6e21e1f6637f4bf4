import { expect } from 'chai';
import { hasMoreEntries } from '../../../../src/core/model/json-entries.ts';

describe('hasMoreEntries', () => {
  it('counts list items and fields at all levels', () => {
    const value = { list: [1, [2], { a: null }], text: 'many, words' };
    expect(hasMoreEntries(value, 6)).to.equal(true);
    expect(hasMoreEntries(value, 7)).to.equal(false);
    expect(hasMoreEntries('text', 0)).to.equal(false);
    expect(hasMoreEntries(null, 0)).to.equal(false);
  });

  it('survives a value that nests 200,000 levels deep', () => {
    let value: unknown = [];
    for (let level = 0; level < 200_000; level += 1) value = [value];
    expect(hasMoreEntries(value, 1_000_000)).to.equal(false);
    expect(hasMoreEntries(value, 1_000)).to.equal(true);
  });
});
