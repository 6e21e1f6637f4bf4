import { expect } from 'chai';
import { isIncomplete, parseObject } from '../../../../../src/clients/kube/json/parse-object.ts';
import { jsonFields } from '../../../../../src/clients/kube/json/json-fields.ts';
import { event, thing } from '../some-objects.ts';

const MANY = 70_000;
const numbers = (count: number): readonly number[] => Array.from({ length: count }, () => 1);
/** The object without its symbols. */
const shown = (object: object): unknown => JSON.parse(JSON.stringify(object));
const parsed = (value: unknown): object => parseObject(JSON.stringify(value)) as object;

describe('an object of the API server', () => {
  it('is its JSON if it has few fields, however long these are', () => {
    const object = thing('a', '1', { spec: { text: 'x'.repeat(1_000_000), list: numbers(50_000) } });
    expect(parsed(object)).to.deep.equal(object);
    expect(isIncomplete(parsed(object))).to.equal(false);
  });

  it('loses a field with very many list items, and is incomplete then', () => {
    const object = parsed(thing('a', '1', { spec: { list: numbers(MANY) }, other: { of: ['}"\\', 1.5, null, true] } }));
    expect(shown(object)).to.deep.equal(thing('a', '1', { other: { of: ['}"\\', 1.5, null, true] } }));
    expect(isIncomplete(object)).to.equal(true);
  });

  it('stays complete without a large status and large managed fields', () => {
    const { metadata } = thing('a', '1');
    const managedFields = [{ fieldsV1: Object.fromEntries(numbers(MANY).map((_, place) => [`f:${place}`, {}])) }];
    for (const large of [
      { metadata, status: { list: numbers(MANY) } },
      { metadata: { ...metadata, managedFields }, status: {} },
    ]) {
      const { status, ...kept } = parsed({ ...thing('a', '1', { spec: { b: 1 } }), ...large }) as { status?: unknown };
      expect(kept).to.deep.equal(thing('a', '1', { spec: { b: 1 } }));
      expect(status ?? {}).to.deep.equal({});
      expect(isIncomplete(kept)).to.equal(false);
    }
  });

  it('is incomplete without some of its metadata', () => {
    const labels = Object.fromEntries(numbers(MANY).map((_, place) => [`${place}`, '']));
    const { metadata } = thing('a', '1');
    const object = parsed({ ...thing('a', '1'), metadata: { ...metadata, labels } });
    expect(shown(object)).to.deep.equal(thing('a', '1'));
    expect(isIncomplete(object)).to.equal(true);
  });

  it('is incomplete if it has very many fields itself', () => {
    const fields = Object.fromEntries(numbers(MANY).map((_, place) => [`field-${place}`, 1]));
    const object = parsed(thing('a', '1', fields));
    expect(object).to.deep.include(thing('a', '1'));
    expect(Object.keys(object)).to.have.length(1000);
    expect(isIncomplete(object)).to.equal(true);
  });

  it('is found in the event of a watch', () => {
    const { type, object } = parsed(event('ADDED', thing('a', '1', { spec: numbers(MANY) }))) as {
      readonly type: string;
      readonly object: object;
    };
    expect(type).to.equal('ADDED');
    expect(shown(object)).to.deep.equal(thing('a', '1'));
    expect(isIncomplete(object)).to.equal(true);
  });

  it('cannot claim to be incomplete, or change its prototype', () => {
    const text = JSON.stringify(thing('a', '1', { spec: numbers(MANY) }));
    const object = parseObject(`{"__proto__":{"kind":"Other"},"Symbol(incomplete)":true,${text.slice(1)}`) as object;
    expect(Object.getPrototypeOf(object)).to.equal(Object.prototype);
    expect(isIncomplete(parsed({ 'Symbol(incomplete)': true }))).to.equal(false);
  });

  it('is refused if its JSON is invalid', () => {
    const text = JSON.stringify(thing('a', '1', { spec: numbers(MANY) }));
    for (const invalid of [
      text.slice(0, -1),
      text.slice(1),
      `[${text}`,
      `${text}}`,
      text.replace('"spec":', '"spec"'),
      text.replace('"kind"', 'kind'),
    ])
      expect(() => parseObject(invalid), invalid.slice(0, 40)).to.throw(SyntaxError);
  });
});

describe('the fields of a JSON object', () => {
  it('have the texts of their values', () => {
    const object = { 'a"b': 'c,d', e: [1, { f: ':' }], 'g:': '\\', ',': {} };
    const fields = [...jsonFields(JSON.stringify(object, undefined, 2))];
    expect(Object.fromEntries(fields.map(([key, text]) => [key, JSON.parse(text)]))).to.deep.equal(object);
  });
});
