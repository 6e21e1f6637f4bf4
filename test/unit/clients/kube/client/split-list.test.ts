import { expect } from 'chai';
import * as fc from 'fast-check';
import { splitList } from '../../../../../src/clients/kube/client/split-list.ts';
import { chunksOf, streamOf } from '../some-objects.ts';

async function split(text: string, size = 5): Promise<{ readonly items: unknown[]; readonly list: unknown }> {
  const found: { items: unknown[]; list: unknown } = { items: [], list: undefined };
  for await (const part of splitList(streamOf(chunksOf(Buffer.from(text), size)))) {
    const value: unknown = JSON.parse(part.text);
    if (part.kind === 'item') found.items.push(value);
    else found.list = value;
  }
  return found;
}

/** An object that contains the characters and names by which a list is split. */
const object = fc.dictionary(
  fc.oneof(fc.constantFrom('items', 'metadata', '"items":['), fc.string({ unit: 'grapheme' })),
  fc.oneof(fc.jsonValue(), fc.constantFrom('{"items":[{', '\\', '\\"', ']}', [{ items: [[{}]] }])),
);

describe('splitting a list', () => {
  it('finds its objects, wherever its fields and its chunks begin', async () => {
    const fields = fc.record({
      before: object,
      items: fc.array(object),
      after: object,
      size: fc.integer({ min: 1, max: 9 }),
    });
    await fc.assert(
      fc.asyncProperty(fields, fc.constantFrom(undefined, 2), async ({ before, items, after, size }, indent) => {
        const text = JSON.stringify({ kind: 'ThingList', before, items, metadata: after }, undefined, indent);
        const expected = JSON.parse(text) as Readonly<Record<string, unknown>>;
        const found = await split(text, size);
        expect(found).to.deep.equal({ items: expected['items'], list: { ...expected, items: [] } });
      }),
    );
  });

  it('finds no object in a list of null, and none that is not complete', async () => {
    expect(await split('{"metadata":{},"items":null}')).to.deep.equal({
      items: [],
      list: { metadata: {}, items: null },
    });
    const parts: unknown[] = [];
    for await (const part of splitList(streamOf([Buffer.from('{"items":[{"a":1},{"b":')]))) parts.push(part);
    expect(parts).to.deep.equal([
      { kind: 'item', text: '{"a":1}' },
      { kind: 'list', text: '{"items":[' },
    ]);
  });
});
