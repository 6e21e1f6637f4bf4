import { expect } from 'chai';
import * as fc from 'fast-check';
import { GitError } from '../../../../../../src/clients/git/references/git-error.ts';
import { dataPacket, readPackets, type Packet } from '../../../../../../src/clients/git/references/http/packets.ts';

async function* chunks(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function packetsIn(text: string, size = 1_000, maxBytes = 10_000): Promise<readonly Packet[]> {
  const packets: Packet[] = [];
  const limit = { maxBytes, advice: 'use another server' };
  for await (const packet of readPackets(chunks(text, size), limit)) packets.push(packet);
  return packets;
}

describe("the packets of git's protocol", () => {
  it('are read however the network cuts them', async () => {
    const line = fc.string({ unit: 'grapheme', maxLength: 50 }).filter((text) => !text.endsWith('\n'));
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 20 }), fc.integer({ min: 1, max: 40 }), async (lines, size) => {
        const text = `${lines.map(dataPacket).join('')}000100020000`;
        const markers = ['delimiter', 'end', 'flush'].map((kind) => ({ kind }));
        const expected = [...lines.map((content) => ({ kind: 'data', text: content })), ...markers];
        expect(await packetsIn(text, size, 100_000)).to.deep.equal(expected);
      }),
    );
  });

  for (const [what, text] of Object.entries({
    'a web page': '<!doctype html><p>hello',
    'a length that is none': '0003',
    'a negative length': '-001',
    'a line that is cut': '0010abc',
    'a length that is cut': '000',
  })) {
    it(`are not read from ${what}`, async () => {
      const error = await packetsIn(text).catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(GitError);
      expect((error as GitError).reason).to.equal('InvalidResponse');
    });
  }

  it('are not read beyond a number of bytes', async () => {
    const error = await packetsIn(dataPacket('x').repeat(1_000), 100, 2_000).catch((thrown: unknown) => thrown);
    expect(String(error)).to.match(/sends more than the 2000 bytes or .*: use another server$/);
  });

  it('are not read beyond a number of packets', async () => {
    expect(await packetsIn('0000'.repeat(31), 100, 2_000)).to.have.length(31);
    const error = await packetsIn('0000'.repeat(32), 100, 2_000).catch((thrown: unknown) => thrown);
    expect(String(error)).to.match(/or 31 packets that taskpack reads: use another server$/);
  });

  it('let other work run between them', async () => {
    let turns = 0;
    const count = (): void => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    await packetsIn('0000'.repeat(20_000), 80_000, 2 ** 21).finally(() => clearImmediate(next));
    expect(turns).to.be.at.least(10);
  });
});
