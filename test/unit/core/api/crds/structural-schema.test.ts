import { expect } from 'chai';
import * as z from 'zod';
import { quantity } from '../../../../../src/core/api/kubernetes/container.ts';
import { specSchema, statusSchema } from '../../../../../src/core/api/crds/structural-schema.ts';
import { parseQuantity } from '../../../../../src/core/model/quantity.ts';

describe('the structural schema of a spec', () => {
  const schema = specSchema(
    z.strictObject({
      image: z.string(),
      version: z.string().exactOptional(),
      count: z.int().default(3),
      labels: z.record(z.string(), z.string()).exactOptional(),
      groups: z.array(z.strictObject({ name: z.string() })).exactOptional(),
    }),
  );

  it('has the fields and defaults of the zod schema and prunes unknown fields', () => {
    expect(schema).to.deep.equal({
      type: 'object',
      required: ['image'],
      properties: {
        image: { type: 'string', minLength: 1 },
        version: { type: 'string' },
        count: { type: 'integer', format: 'int64', default: 3 },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
        groups: {
          type: 'array',
          items: { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 1 } } },
        },
      },
    });
  });

  it('accepts the quantities that parseQuantity accepts', () => {
    const { pattern, ...rest } = specSchema(z.strictObject({ size: quantity })).properties?.['size'] ?? {};
    expect(rest).to.deep.equal({ 'x-kubernetes-int-or-string': true });
    for (const text of [
      '1',
      '+1.5Gi',
      '.5',
      '5.',
      '-3m',
      '1e3',
      '1E-3',
      '2G',
      '',
      '.',
      '1e',
      '1Qi',
      'Gi',
      '1 G',
      '0x1',
    ]) {
      expect(new RegExp(String(pattern)).test(text), text).to.equal(parseQuantity(text) !== undefined);
    }
  });
});

describe('the structural schema of a status', () => {
  it('has only the types of fields and keeps unknown fields at every depth', () => {
    const OPEN = { 'x-kubernetes-preserve-unknown-fields': true };
    const schema = statusSchema(
      z.strictObject({
        digest: z.string().regex(/^sha256:/),
        user: z.int().min(0),
        order: z.array(z.strictObject({ id: z.string() })).exactOptional(),
        labels: z.record(z.string(), z.string()).exactOptional(),
        anything: z.unknown(),
      }),
    );
    expect(schema).to.deep.equal({
      type: 'object',
      properties: {
        digest: { type: 'string' },
        user: { type: 'integer', format: 'int64' },
        order: { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } }, ...OPEN } },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
        anything: OPEN,
      },
      ...OPEN,
    });
  });
});
