import { expect } from 'chai';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { decompress } from '../../../../../src/steps/prepare/archive/decompress.ts';
import { unpack } from '../../../../../src/steps/prepare/archive/unpack.ts';
import { bzip2Bomb, zstdBomb } from '../../../../support/archives/bombs.ts';
import { makeWorkspace, type Workspace } from '../../../../support/workspace.ts';

/** A quarter of the content of both bombs. */
const MAX_MEMORY = 100_000_000;

async function bunzipped(bytes: Buffer): Promise<Buffer> {
  return buffer(decompress(Readable.from([bytes]), 'bzip2'));
}

describe('prepare: decompression bombs', () => {
  let workspace: Workspace;
  beforeEach(() => {
    workspace = makeWorkspace();
  });
  afterEach(() => workspace.remove());

  for (const [format, bomb] of [
    ['bzip2', bzip2Bomb],
    ['zstd', async () => zstdBomb(await bunzipped(bzip2Bomb(0)))],
  ] as const) {
    it(`are decompressed while they are read: ${format}`, async () => {
      const bytes = await bomb();
      expect(bytes.length).to.be.below(10_000);
      const before = process.memoryUsage().arrayBuffers;
      for await (const chunk of decompress(Readable.from([bytes]), format)) {
        expect(chunk).to.be.instanceOf(Uint8Array);
        expect(process.memoryUsage().arrayBuffers - before).to.be.below(MAX_MEMORY);
        break;
      }
    });

    it(`are refused as soon as they exceed the limit: ${format}`, async () => {
      const [file, root] = [path.join(workspace.path, 'archive'), path.join(workspace.path, 'root')];
      mkdirSync(root);
      writeFileSync(file, await bomb());
      const work = unpack(file, root, { stripComponents: 0, limits: { bytes: 10_000_000, entries: 10 } });
      expect(await work.catch((error: unknown) => error)).to.include({ code: 'SourceTooLarge' });
    });
  }

  it('differ from valid bzip2 files with several streams', async () => {
    const bytes = bzip2Bomb(2);
    expect(await bunzipped(bytes)).to.have.length(512 + 8_000_000);
    // bzip2 ignores other bytes after a stream, however few.
    for (const rest of ['garbage', '\n', '\0\0', 'B-'])
      expect(await bunzipped(Buffer.concat([bytes, Buffer.from(rest)])), rest).to.have.length(512 + 8_000_000);
    const begun: unknown = await bunzipped(Buffer.concat([bytes, Buffer.from('BZ')])).catch(
      (reason: unknown) => reason,
    );
    expect(begun).to.be.instanceOf(Error);
    for (const length of [bytes.length - 1, bytes.length - 20, 120, 89]) {
      const error: unknown = await bunzipped(bytes.subarray(0, length)).catch((reason: unknown) => reason);
      expect(error, String(length)).to.be.instanceOf(Error);
    }
  });
});
