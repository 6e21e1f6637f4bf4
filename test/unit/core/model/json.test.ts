import { expect } from 'chai';
import { parseJson } from '../../../../src/core/model/json.ts';

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('parseJson', () => {
  it('returns the parsed value', () => {
    expect(parseJson('{"a":[1,null,"x"]}')).to.deep.equal({ a: [1, null, 'x'] });
    expect(parseJson('null')).to.equal(null);
  });

  it('returns undefined for invalid JSON', () => {
    for (const text of ['', '{', "{'a':1}", '[1],']) expect(parseJson(text)).to.equal(undefined);
  });

  it('accepts 100 levels of nesting and rejects 101', () => {
    expect(parseJson(nested(100))).to.be.an('array');
    expect(parseJson(nested(101))).to.equal(undefined);
    expect(parseJson(`{"a":${nested(1_000_000)}}`)).to.equal(undefined);
    expect(parseJson(`{"a":{},"b":${nested(99)}}`)).to.be.an('object');
  });
});
