import { expect } from 'chai';
import * as fc from 'fast-check';
import { textLines } from '../../../../src/kube/reflector/watch-events.ts';

describe('lines of a stream', () => {
  it('do not depend on chunk boundaries; an incomplete last line is dropped', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme' }).map((line) => line.replaceAll('\n', ' '))),
        fc.string(),
        fc.integer({ min: 1, max: 7 }),
        async (lines, rest, size) => {
          const bytes = Buffer.from([...lines, rest.replaceAll('\n', ' ')].join('\n'));
          const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
            bytes.subarray(index * size, (index + 1) * size),
          );
          const read: string[] = [];
          for await (const line of textLines(streamOf(chunks))) read.push(line);
          expect(read).to.deep.equal(lines.map((line) => Buffer.from(line).toString()));
        },
      ),
    );
  });
});

async function* streamOf(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}
