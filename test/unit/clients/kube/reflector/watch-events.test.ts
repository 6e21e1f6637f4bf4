import { expect } from 'chai';
import * as fc from 'fast-check';
import { textLines } from '../../../../../src/clients/kube/reflector/watch-events.ts';
import { chunksOf, streamOf } from '../some-objects.ts';

describe('lines of a stream', () => {
  it('do not depend on chunk boundaries; an incomplete last line is dropped', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme' }).map((line) => line.replaceAll('\n', ' '))),
        fc.string(),
        fc.integer({ min: 1, max: 7 }),
        async (lines, rest, size) => {
          const bytes = Buffer.from([...lines, rest.replaceAll('\n', ' ')].join('\n'));
          const read: string[] = [];
          for await (const line of textLines(streamOf(chunksOf(bytes, size)))) read.push(line);
          expect(read).to.deep.equal(lines.map((line) => Buffer.from(line).toString()));
        },
      ),
    );
  });
});
