import { expect } from 'chai';
import { constrain } from '../../../../../src/core/api/crds/custom-resource-definition.ts';

describe('constrain', () => {
  const schema = {
    type: 'object',
    properties: { tags: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } } },
  };

  it('adds constraints to the field at the path', () => {
    const rule = { rule: "self != 'x'", message: 'must not be x' };
    expect(constrain(schema, 'tags[].name', { maxLength: 5, rules: [rule] })).to.deep.equal({
      type: 'object',
      properties: {
        tags: {
          type: 'array',
          items: {
            type: 'object',
            properties: { name: { type: 'string', maxLength: 5, 'x-kubernetes-validations': [rule] } },
          },
        },
      },
    });
    expect(constrain(schema, 'tags', { maxItems: 3 }).properties?.['tags']).to.include({ maxItems: 3 });
    expect(constrain(schema, '', { rules: [rule] })).to.deep.include({ 'x-kubernetes-validations': [rule] });
  });

  for (const path of ['tag', 'tags.name', 'tags[].id', 'tags[][]']) {
    it(`throws if the field is missing: ${path}`, () => {
      expect(() => constrain(schema, path, { maxLength: 5 })).to.throw(/no schema has the field/);
    });
  }
});
