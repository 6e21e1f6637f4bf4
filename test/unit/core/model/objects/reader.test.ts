import { expect } from 'chai';
import { objectAt, objectsAt, stringsAt, textAt } from '../../../../support/json-field.ts';
import type { Json, JsonObject } from '../../../../../src/core/model/json.ts';
import {
  fields,
  flag,
  items,
  json,
  list,
  number,
  optional,
  text,
  textMap,
  texts,
} from '../../../../../src/core/model/objects/reader.ts';

const read = fields({
  value: text,
  count: number,
  on: flag,
  names: texts,
  labels: textMap,
  data: json,
  inner: fields({ value: text }),
  items: list(fields({ value: text })),
  maybe: optional(fields({ value: text })),
});

/** Values of each type of JSON, and an absent one. */
const VALUES: readonly (Json | undefined)[] = [
  undefined,
  null,
  '',
  'word',
  0,
  7,
  true,
  false,
  [],
  {},
  ['word', '', 1, null, { value: 'word' }, ['word']],
  { value: 'word' },
  { value: '' },
  { value: 1 },
];

function holder(key: string, value: Json | undefined): JsonObject {
  return value === undefined ? {} : { [key]: value };
}

describe('fields', () => {
  for (const value of VALUES) {
    it(`reads ${JSON.stringify(value) ?? 'an absent value'} as the functions that read one field`, () => {
      expect(read(holder('value', value)).value).to.equal(textAt(holder('value', value), 'value'));
      expect(read(holder('names', value)).names).to.deep.equal(stringsAt(holder('names', value), 'names'));
      const object = objectAt(holder('inner', value), 'inner');
      expect(read(holder('inner', value)).inner.value).to.equal(textAt(object, 'value'));
      expect(read(holder('inner', value)).inner.raw).to.deep.equal(object);
      expect(read(holder('labels', value)).labels.get('value')).to.equal(textAt(object, 'value'));
      expect(Object.entries(read(holder('labels', value)).labels.all())).to.deep.equal(
        Object.entries(object).filter(([, one]) => typeof one === 'string'),
      );
      expect(read(holder('data', value)).data).to.deep.equal(object);
      const objects = objectsAt(holder('items', value), 'items');
      expect(read(holder('items', value)).items.map((item) => item.value)).to.deep.equal(
        objects.map((item) => textAt(item, 'value')),
      );
      expect(read(value).raw).to.deep.equal(objectAt(holder('whole', value), 'whole'));
    });
  }

  it('reads numbers and booleans', () => {
    expect(VALUES.flatMap((value) => read(holder('count', value)).count ?? [])).to.deep.equal([0, 7]);
    expect(VALUES.filter((value) => read(holder('on', value)).on)).to.deep.equal([true]);
  });

  it('reads lists whose items have any type', () => {
    expect(VALUES.map((value) => items(value)).filter(({ length }) => length > 0)).to.deep.equal([
      ['word', '', 1, null, { value: 'word' }, ['word']],
    ]);
  });

  it('distinguishes an absent object from an empty one if the object is optional', () => {
    const present = VALUES.filter((value) => read(holder('maybe', value)).maybe !== undefined);
    expect(present).to.deep.equal([{}, { value: 'word' }, { value: '' }, { value: 1 }]);
  });

  it('reads a field of Object.prototype as absent', () => {
    expect(fields({ constructor: text, toString: text })({}).toString).to.equal(undefined);
    expect(read({}).labels.get('constructor')).to.equal(undefined);
  });

  it('reads nothing before a field is used', () => {
    let count = 0;
    const counted = fields({ inner: fields({ value: (value) => [value, (count += 1)] }) });
    const { inner } = counted({ inner: { value: 'word' } });
    expect(count).to.equal(0);
    expect(inner.value).to.deep.equal(['word', 1]);
  });
});
