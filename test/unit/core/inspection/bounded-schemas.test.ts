import { expect } from 'chai';
import * as z from 'zod';
import { boundedList, boundedRecord } from '../../../../src/core/inspection/bounded-schemas.ts';
import { check, checkOnce } from '../../../../src/core/api/reading/check-schema.ts';

/** Returns a schema of texts and the number of values that it has checked. */
function counted(): { readonly text: z.ZodType<string>; readonly checks: () => number } {
  let checks = 0;
  const text = z.unknown().transform((value, { issues }): string => {
    checks += 1;
    if (typeof value === 'string') return value;
    issues.push({ code: 'invalid_type', expected: 'string', input: value });
    return z.NEVER;
  });
  return { text, checks: () => checks };
}

describe('a bounded schema', () => {
  it('stops after 200 wrong items of a list or a record', () => {
    for (const schema of [boundedList, boundedRecord]) {
      const { text, checks } = counted();
      const wrong = Array.from({ length: 10_000 }, () => 1);
      const value = schema === boundedList ? wrong : Object.fromEntries(wrong.entries());
      expect(schema(text).safeParse(value).error?.issues).to.have.length(200);
      expect(checks()).to.equal(200);
    }
  });

  it('checks every item of a valid list or record', () => {
    const texts = Array.from({ length: 10_000 }, () => 'git');
    expect(boundedList(z.string()).parse(texts)).to.deep.equal(texts);
    const record = Object.fromEntries(texts.entries());
    expect(boundedRecord(z.string()).parse(record)).to.deep.equal(record);
  });

  it('names the place of a wrong item', () => {
    const { error } = boundedRecord(boundedList(z.string())).safeParse({ a: ['git', 1], b: 2 });
    expect(error?.issues).to.have.length(2);
    expect(error?.issues[0]).to.deep.include({ path: ['a', 1], expected: 'string' });
    expect(error?.issues[1]).to.deep.include({ path: ['b'], expected: 'array' });
  });
});

describe('unknown fields', () => {
  it('are reported up to the limit of issues, in one object or in many', () => {
    const schema = z.strictObject({ list: z.array(z.strictObject({})).optional() });
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, place) => [`field-${place}`, 1]));
    expect(check(schema, { list: [many] }, {}).problems).to.have.length(150);
    expect(check(schema, { list: [many] }, {}).value).to.deep.equal({ list: [{}] });
    for (const value of [{ ...many, list: [many, many] }, { list: [many, {}, many] }]) {
      expect(check(schema, value, {}).problems).to.have.length(200);
      expect(check(schema, value, {}).value).to.equal(undefined);
      expect(checkOnce(schema, value).problems).to.have.length(200);
    }
  });
});

describe('checkOnce', () => {
  it('checks a value once, even if a repair would find more problems', () => {
    const { text, checks } = counted();
    const schema = z.object({ id: z.string().min(1), names: boundedList(text) });
    const { problems } = checkOnce(schema, { id: '', names: ['git', 'curl'] });
    expect(problems.map(({ paths: [path] }) => path)).to.deep.equal([['id']]);
    expect(checks()).to.equal(2);
  });
});
