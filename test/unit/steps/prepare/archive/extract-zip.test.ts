import { expect } from 'chai';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { extractZip } from '../../../../../src/steps/prepare/archive/extract-zip.ts';
import type { Tree } from '../../../../../src/steps/prepare/archive/tree.ts';
import { unpack } from '../../../../../src/steps/prepare/archive/unpack.ts';
import { PrepareError } from '../../../../../src/core/model/step-failures/step-error.ts';
import { zipBytes } from '../../../../support/archives/zip-bytes.ts';
import { makeWorkspace } from '../../../../support/workspace.ts';

/** Takes its time before it reads a file's content, as a slow disk does. */
const SLOW_TREE: Tree = {
  directory: async () => undefined,
  file: async (_, __, content) => {
    await sleep(50);
    for await (const chunk of content) expect(chunk).to.have.property('length');
  },
  symlink: async () => undefined,
  hardLink: async () => undefined,
  isDirectory: () => false,
  remove: async () => undefined,
  namesIn: async () => [],
  finish: async () => undefined,
};

/** Returns a zip64 file whose last record has all values except the number of the part. */
function withPartInZip64(): Buffer {
  const archive = zip64(0xffff);
  const plain = SMALL.subarray(-22);
  const start = archive.indexOf('PK\u0001\u0002');
  for (const place of [8, 10]) archive.writeUInt16LE(plain.readUInt16LE(place), archive.length - 22 + place);
  archive.writeUInt32LE(archive.indexOf('PK\u0006\u0006') - start, archive.length - 10);
  archive.writeUInt32LE(start, archive.length - 6);
  return archive;
}

/** Returns a zip64 file with another number at a place before its end. */
function withParts(beforeEnd: number, count: number): Buffer {
  const archive = zip64(0xffff);
  archive.writeUInt32LE(count, archive.length - beforeEnd);
  return archive;
}

/** Returns a zip64 file: sizes and places are in the fields of zip64, as in files of more than 4 GiB (APPNOTE.TXT 4.5.3). */
function zip64(part = 0): Buffer {
  const plain = zipBytes([{ name: 'f', content: 'text', mode: 0o100644 }]);
  const central = plain.indexOf('PK\u0001\u0002');
  const header = Buffer.from(plain.subarray(central, plain.indexOf('PK\u0005\u0006')));
  for (const place of [20, 24, 42]) header.writeUInt32LE(0xffffffff, place);
  const field = Buffer.alloc(28);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(24, 2);
  for (const [index, value] of [4n, 4n, 0n].entries()) field.writeBigUInt64LE(value, 4 + 8 * index);
  header.writeUInt16LE(field.length, 30);
  const record = Buffer.alloc(56);
  record.write('PK\u0006\u0006');
  for (const [place, value] of [
    [24, 1],
    [32, 1],
    [40, header.length + field.length],
    [48, central],
  ] as const)
    record.writeBigUInt64LE(BigInt(value), place);
  const locator = Buffer.alloc(20);
  locator.write('PK\u0006\u0007');
  locator.writeBigUInt64LE(BigInt(central + header.length + field.length), 8);
  locator.writeUInt32LE(1, 16);
  const end = Buffer.from(plain.subarray(-22));
  for (const place of [4, 6]) end.writeUInt16LE(part, place);
  for (const place of [8, 10]) end.writeUInt16LE(0xffff, place);
  for (const place of [12, 16]) end.writeUInt32LE(0xffffffff, place);
  return Buffer.concat([plain.subarray(0, central), header, field, record, locator, end]);
}

const SMALL = zipBytes([{ name: 'f', content: 'text', mode: 0o100644 }]);
const changed = (place: number, byte: number): Buffer => {
  const copy = Buffer.from(SMALL);
  copy[place < 0 ? copy.length + place : place] = byte;
  return copy;
};

/** Returns a zip file whose entry is 5 bytes after the largest place, because 5 bytes seem to be before the archive. */
function withFarEntry(): Buffer {
  const [directory, end] = [SMALL.indexOf('PK\u0001\u0002'), SMALL.indexOf('PK\u0005\u0006')];
  const header = Buffer.from(SMALL.subarray(directory, end));
  header.writeUInt32LE(0xffffffff, 42);
  const field = Buffer.alloc(12);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(8, 2);
  field.writeBigUInt64LE(BigInt(Number.MAX_SAFE_INTEGER), 4);
  header.writeUInt16LE(field.length, 30);
  const record = Buffer.from(SMALL.subarray(end));
  record.writeUInt32LE(header.length + field.length, 12);
  record.writeUInt32LE(directory - 5, 16);
  return Buffer.concat([SMALL.subarray(0, directory), header, field, record]);
}

const unpacked = async (archive: Buffer): Promise<readonly string[]> => {
  const workspace = makeWorkspace();
  try {
    const [file, root] = [path.join(workspace.path, 'archive'), path.join(workspace.path, 'root')];
    writeFileSync(file, archive);
    mkdirSync(root);
    await unpack(file, root, { stripComponents: 0, limits: { bytes: 1_000, entries: 10 } });
    return readdirSync(root).map((name) => `${name} ${readFileSync(path.join(root, name), 'utf8')}`);
  } finally {
    workspace.remove();
  }
};
const refusal = async (archive: Buffer): Promise<string> =>
  unpacked(archive).then(
    () => 'nothing',
    (error: unknown) => (error instanceof PrepareError ? error.message : String(error)),
  );

describe('a zip file', () => {
  for (const [what, archive] of [
    ['with a comment', Buffer.concat([changed(-2, 3), Buffer.from('PK!')])],
    ['with other bytes after it', Buffer.concat([SMALL, Buffer.from('garbage\n')])],
    ['whose places do not count the bytes before it', Buffer.concat([SMALL.subarray(0, 4), Buffer.alloc(40), SMALL])],
    ['of zip64', zip64()],
    ['of zip64 whose part is in its fields, too', zip64(0xffff)],
    ['of zip64 of which only the part is in its fields', withPartInZip64()],
    [
      'with a checksum of zero, which was not written',
      changed(SMALL.indexOf('PK\u0001\u0002') + 16, 0).fill(
        0,
        SMALL.indexOf('PK\u0001\u0002') + 16,
        SMALL.indexOf('PK\u0001\u0002') + 20,
      ),
    ],
  ] as const) {
    it(`is read as by Go ${what}`, async () => {
      expect(await unpacked(archive)).to.deep.equal(['f text']);
    });
  }

  it('of more than 65535 entries is read whole without zip64, as macOS writes it', async () => {
    const archive = zipBytes(Array.from({ length: 65_540 }, () => ({ name: './', mode: 0o040755 })));
    expect(archive.readUInt16LE(archive.length - 12)).to.equal(4);
    const complete = Buffer.concat([archive.subarray(0, -22), archive.subarray(-22)]);
    expect(await unpacked(complete)).to.deep.equal([]);
    complete.writeUInt16LE(5, complete.length - 12);
    expect(await refusal(complete)).to.include('the central directory has 65540 entries instead of 5');
  });

  for (const [what, archive, message] of [
    ['a checksum of other content', changed(32, 'T'.charCodeAt(0)), /an entry has a wrong checksum/],
    [
      'a header in another place',
      changed(0, 0x51).fill('PK\u0003\u0005', 0, 4),
      /the header of an entry is not in its place/,
    ],
    ['a place beyond all numbers', withFarEntry(), /the header of an entry is not in its place/],
    ['no end', SMALL.subarray(0, -1), /no end of central directory record/],
    ['several parts', changed(-18, 1), /one of several parts/],
    ['several parts of zip64', zip64(1), /one of several parts/],
    ['another part in the fields of zip64', withParts(56 + 20 + 22 - 16, 1), /one of several parts/],
    ['more parts in the locator of zip64', withParts(22 + 4, 2), /one of several parts/],
    ['LZMA', zipBytes([{ name: 'f', method: 14 }]), /"f" is compressed with LZMA, and only Deflate is supported/],
    ['an unknown method', zipBytes([{ name: 'f', method: 77 }]), /"f" is compressed with method 77/],
  ] as const) {
    it(`is refused by name with ${what}`, async () => {
      expect(await refusal(archive)).to.match(message);
    });
  }

  it('fails when the invalid content is read, not earlier', async () => {
    const workspace = makeWorkspace();
    try {
      const file = path.join(workspace.path, 'archive');
      writeFileSync(file, zipBytes([{ name: 'zeros', content: '0'.repeat(100_000), isDeflated: true, size: 5 }]));
      const error = await extractZip(file, SLOW_TREE, 0).catch((cause: unknown) => cause);
      expect(error).to.have.property('message').that.includes('too many bytes');
    } finally {
      workspace.remove();
    }
  });
});
