import { expect } from 'chai';
import { parseJson } from '../../../src/model/json.ts';

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('JSON', () => {
  it('is what its text says', () => {
    expect(parseJson('{"a":[1,null,"x"]}')).to.deep.equal({ a: [1, null, 'x'] });
    expect(parseJson('null')).to.equal(null);
  });

  it('is none where the text is none', () => {
    for (const text of ['', '{', "{'a':1}", '[1],']) expect(parseJson(text)).to.equal(undefined);
  });

  it('nests a hundred levels and no more', () => {
    expect(parseJson(nested(100))).to.be.an('array');
    expect(parseJson(nested(101))).to.equal(undefined);
    expect(parseJson(`{"a":${nested(1_000_000)}}`)).to.equal(undefined);
    expect(parseJson(`{"a":{},"b":${nested(99)}}`)).to.be.an('object');
  });
});
