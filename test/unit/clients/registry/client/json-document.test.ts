import { expect } from 'chai';
import { parseDocument } from '../../../../../src/clients/registry/client/transport/json-document.ts';

const SUBJECT = { registry: 'registry.example.com', image: 'app:1' } as const;

const listOf = (count: number): Buffer => Buffer.from(JSON.stringify({ layers: Array(count).fill(0) }));
const textOf = (length: number): Buffer => Buffer.from(JSON.stringify({ a: 'x'.repeat(length) }));

describe('a manifest, an index or a configuration', () => {
  it('has at most 10,000 list items and fields', () => {
    expect(parseDocument(listOf(9_999), SUBJECT))
      .to.have.property('layers')
      .with.length(9_999);
    expect(() => parseDocument(listOf(10_000), SUBJECT)).to.throw(/sends a document of more than 10000 entries/);
  });

  it('has at most 2 MiB', () => {
    expect(parseDocument(textOf(2_097_152 - 8), SUBJECT)).to.have.property('a');
    expect(() => parseDocument(textOf(2_097_152 - 7), SUBJECT)).to.throw(/sends a document of more than 2097152 bytes/);
  });
});
