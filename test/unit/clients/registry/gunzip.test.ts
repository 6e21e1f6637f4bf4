import { expect } from 'chai';
import * as fc from 'fast-check';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { gunzip } from '../../../../src/clients/registry/gunzip.ts';

async function unzipped(file: Uint8Array, chunk = 50_000): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of gunzip(pieces(file, chunk))) parts.push(part);
  return Buffer.concat(parts);
}

async function* pieces(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += length) yield bytes.subarray(start, start + length);
}

/** Returns a member with every optional field of the header (RFC 1952 section 2.3). */
function withAllFields(content: string): Buffer {
  const plain = gzipSync(content);
  const fields = Buffer.concat([
    Buffer.from([5, 0]),
    Buffer.from('extra'),
    Buffer.from('name\0comment\0'),
    Buffer.from([1, 2]),
  ]);
  const header = Buffer.from(plain.subarray(0, 10));
  header[3] = 0x1f;
  return Buffer.concat([header, fields, plain.subarray(10)]);
}

const CONTENT = 'content '.repeat(500);
const FILE = gzipSync(CONTENT);

describe('a gzip file', () => {
  for (const [what, rest] of [
    ['zeros', Buffer.alloc(70_000)],
    ['text', Buffer.from('garbage\n')],
    ['a single byte', Buffer.from([0x1f])],
    ['zeros and text', Buffer.concat([Buffer.alloc(600), Buffer.from('garbage')])],
  ] as const) {
    it(`is read whole if ${what} follow it, as gzip reads it`, async () => {
      for (const chunk of [1_000_000, FILE.length, FILE.length - 4, 7])
        expect(String(await unzipped(Buffer.concat([FILE, rest]), chunk)), `pieces of ${chunk}`).to.equal(CONTENT);
    });
  }

  it('can have several members, and zeros between them', async () => {
    const file = Buffer.concat([gzipSync('a'), withAllFields('b'), Buffer.alloc(900), gzipSync(''), gzipSync('c')]);
    for (const chunk of [1_000_000, 512, 1]) expect(String(await unzipped(file, chunk))).to.equal('abc');
  });

  it('is the same in pieces of every length', async () => {
    const member = fc.oneof(
      fc.uint8Array({ maxLength: 3_000 }),
      fc.nat(90_000).map((length) => new Uint8Array(length)),
    );
    const rest = fc.constantFrom(Buffer.alloc(0), Buffer.alloc(3), Buffer.alloc(20_000), Buffer.from('garbage'));
    await fc.assert(
      fc.asyncProperty(
        fc.array(member, { minLength: 1, maxLength: 4 }),
        rest,
        fc.integer({ min: 1, max: 5_000 }),
        async (members, end, length) => {
          const file = Buffer.concat([...members.map((content) => gzipSync(content)), end]);
          expect((await unzipped(file, length)).equals(Buffer.concat(members))).to.equal(true);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('is refused if it is cut off, changed or not a gzip file', async () => {
    const changed = Buffer.from(FILE);
    changed.writeUInt32LE(1, FILE.length - 8);
    const shorter = Buffer.from(FILE);
    shorter.writeUInt32LE(1, FILE.length - 4);
    for (const [file, message] of [
      [FILE.subarray(0, -1), /unexpected end of file/],
      [FILE.subarray(0, 20), /unexpected end of file/],
      [FILE.subarray(0, 8), /unexpected end of file/],
      [Buffer.concat([FILE, FILE.subarray(0, 30)]), /unexpected end of file/],
      [changed, /another checksum/],
      [shorter, /another size/],
      [Buffer.from('text'), /does not start with a gzip header/],
      [Buffer.alloc(0), /does not start with a gzip header/],
    ] as const)
      expect(await unzipped(file).then(String, (error: unknown) => error))
        .to.have.property('message')
        .that.match(message);
  });

  it('fails with the error of its source', async () => {
    const broken = Readable.from(
      (async function* () {
        yield FILE.subarray(0, 15);
        throw new Error('the connection broke');
      })(),
      { objectMode: false },
    );
    const parts = async (): Promise<void> => {
      for await (const part of gunzip(broken)) void part;
    };
    expect(await parts().catch((error: unknown) => error)).to.have.property('message', 'the connection broke');
  });
});
