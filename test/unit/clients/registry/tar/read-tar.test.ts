import { expect } from 'chai';
import * as fc from 'fast-check';
import { toByteText } from '../../../../../src/core/model/byte-text.ts';
import { readTar } from '../../../../../src/clients/registry/tar/read-tar.ts';
import { TarError } from '../../../../../src/clients/registry/tar/tar-error.ts';
import { paxRecords, rawTar, rawTarHeader, type RawTarEntry } from '../../../../fuzz/hostile/raw-tar.ts';

const BLOCK = 512;
const V7 = '';
const GNU = 'ustar  \0';

/** An entry as it is read: `KIND NAME` and the target or content. */
type Read = readonly [entry: string, content: string];

async function read(tar: Uint8Array, chunk = 10_000): Promise<readonly Read[]> {
  const found: Read[] = [];
  for await (const { kind, name, target, content } of readTar(pieces(tar, chunk))) {
    const parts: Uint8Array[] = [];
    for await (const part of content) parts.push(part);
    found.push([`${kind} ${name}`, target === '' ? toByteText(Buffer.concat(parts)) : `-> ${target}`]);
  }
  return found;
}

async function* pieces(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += length) yield bytes.subarray(start, start + length);
}

async function refusal(tar: Uint8Array): Promise<string> {
  return read(tar).then(
    () => 'nothing',
    (error: unknown) => (error instanceof TarError ? error.message : `another error: ${String(error)}`),
  );
}

const pax = (records: readonly (readonly [string, string])[], type = 'x'): RawTarEntry => ({
  name: 'PaxHeaders/f',
  type,
  content: paxRecords(records),
});
const zeros = (length: number): string => '\0'.repeat(length);

const number = (value: number): string => `${value.toString(8).padStart(11, '0')}\0`;

/** Returns a header of GNU tar's own sparse format: parts in the header, and in blocks that follow it. */
function oldSparse(parts: readonly (readonly [number, number])[], size: number, content: string): Buffer {
  const fields = (some: typeof parts): string => some.map(([from, length]) => number(from) + number(length)).join('');
  const rest = parts.slice(4);
  const header = rawTarHeader({ name: 'sparse', type: 'S', magic: GNU, content });
  header.write(fields(parts.slice(0, 4)), 386, 'latin1');
  header[482] = rest.length > 0 ? 1 : 0;
  header.write(number(size), 483, 'latin1');
  const blocks: Buffer[] = [];
  for (let place = 0; place < rest.length; place += 21) {
    const block = Buffer.alloc(BLOCK);
    block.write(fields(rest.slice(place, place + 21)), 'latin1');
    block[504] = rest.length > place + 21 ? 1 : 0;
    blocks.push(block);
  }
  const padded = Buffer.alloc(Math.ceil(content.length / BLOCK) * BLOCK);
  padded.write(content, 'latin1');
  return Buffer.concat([withChecksum(header), ...blocks, padded, Buffer.alloc(2 * BLOCK)]);
}

function withChecksum(header: Buffer, isSigned = false): Buffer {
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + (isSigned && byte > 127 ? byte - 256 : byte), 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}

/** Names whose bytes are not UTF-8: both would become `?.txt` as text. */
const [LATIN, OTHER] = ['caf\u00e9.txt', 'caf\u00e8.txt'];
const LONG = `${'d\u00e9/'.repeat(60)}f`;
const PARTS = Array.from({ length: 40 }, (_, index) => [index * 1_000, 3] as const);

const DIALECTS: readonly (readonly [what: string, tar: Buffer, expected: readonly Read[]])[] = [
  [
    'a v7 header, as R and busybox of old write it',
    rawTar([{ name: 'f', type: '0', magic: V7, content: 'x' }]),
    [['file f', 'x']],
  ],
  [
    'a v7 header without types, in which a slash marks a directory',
    rawTar([
      { name: 'd/', type: '\0', magic: V7 },
      { name: 'd/f', type: '\0', magic: V7, content: 'x' },
    ]),
    [
      ['directory d/', ''],
      ['file d/f', 'x'],
    ],
  ],
  [
    'a ustar header of an unknown version',
    rawTar([{ name: 'f', type: '0', magic: 'ustar\0 0', content: 'x' }]),
    [['file f', 'x']],
  ],
  ['a contiguous file', rawTar([{ name: 'f', type: '7', content: 'x' }]), [['file f', 'x']]],
  [
    'a checksum of signed bytes',
    Buffer.concat([withChecksum(rawTarHeader({ name: LATIN, type: '0' }), true), Buffer.alloc(2 * BLOCK)]),
    [[`file ${LATIN}`, '']],
  ],
  [
    'a size in binary',
    rawTar([{ name: 'f', type: '0', content: 'xyz', size: `\u0080${zeros(10)}\u0003` }]),
    [['file f', 'xyz']],
  ],
  [
    'a directory with a size',
    rawTar([
      { name: 'd', type: '5', size: '00000001000' },
      { name: 'f', type: '0' },
    ]),
    [
      ['directory d', ''],
      ['file f', ''],
    ],
  ],
  [
    'names that are not UTF-8',
    rawTar([
      { name: LATIN, type: '0', content: '1' },
      { name: OTHER, type: '2', link: LATIN },
    ]),
    [
      [`file ${LATIN}`, '1'],
      [`symlink ${OTHER}`, `-> ${LATIN}`],
    ],
  ],
  [
    'names that are not UTF-8 in pax headers, with padding of the length',
    rawTar([
      pax([
        ['path', LONG],
        ['linkpath', LATIN],
        ['hdrcharset', 'BINARY'],
      ]),
      { name: 'short', type: '1', link: 'short' },
    ]),
    [[`link ${LONG}`, `-> ${LATIN}`]],
  ],
  [
    "names that are not UTF-8 in GNU's long names",
    rawTar([
      { name: '././@LongLink', type: 'K', magic: GNU, content: `${LONG}\0` },
      { name: '././@LongLink', type: 'L', magic: GNU, content: `${LONG}/l\0` },
      { name: 'short', type: '2', magic: GNU, link: 'short' },
    ]),
    [[`symlink ${LONG}/l`, `-> ${LONG}`]],
  ],
  [
    'global pax headers, as git archive writes them',
    rawTar([pax([['comment', 'a'.repeat(40)]], 'g'), { name: 'f', type: '0', content: 'x' }]),
    [['file f', 'x']],
  ],
  [
    'a size in a pax header',
    rawTar([pax([['size', '3']]), { name: 'f', type: '0', content: 'xyz', size: '00000000000' }]).fill(
      'xyz',
      1536,
      1539,
    ),
    [['file f', 'xyz']],
  ],
  [
    'pax headers of Solaris, a volume label and an access control list',
    rawTar([
      { name: 'label', type: 'V', magic: GNU },
      { name: 'acl', type: 'A', content: 'user::rwx' },
      { ...pax([['path', 'g']]), type: 'X' },
      { name: 'f', type: '0', content: 'x' },
    ]),
    [['file g', 'x']],
  ],
  [
    'a second archive after the first, which GNU tar ignores too',
    Buffer.concat([rawTar([{ name: 'f', type: '0' }]), rawTar([{ name: 'g', type: '0' }])]),
    [['file f', '']],
  ],
  [
    'other bytes after the end',
    Buffer.concat([rawTar([{ name: 'f', type: '0' }]), Buffer.from('garbage')]),
    [['file f', '']],
  ],
  ['no blocks of zeros at the end', rawTar([{ name: 'f', type: '0' }]).subarray(0, BLOCK), [['file f', '']]],
  ['one block of zeros at the end', rawTar([{ name: 'f', type: '0' }]).subarray(0, 2 * BLOCK), [['file f', '']]],
  [
    'times where ustar has a prefix, as GNU tar writes them',
    Buffer.concat([
      withChecksum(rawTarHeader({ name: 'f', type: '0', magic: GNU }).fill('1', 345, 350)),
      Buffer.alloc(BLOCK),
    ]),
    [['file f', '']],
  ],
  [
    'a sparse file of pax version 0.0',
    rawTar([
      pax([
        ['GNU.sparse.size', '8'],
        ['GNU.sparse.numblocks', '2'],
        ['GNU.sparse.offset', '1'],
        ['GNU.sparse.numbytes', '2'],
        ['GNU.sparse.offset', '6'],
        ['GNU.sparse.numbytes', '1'],
      ]),
      { name: 'f', type: '0', content: 'abc' },
    ]),
    [['file f', '\0ab\0\0\0c\0']],
  ],
  [
    'a sparse file of pax version 0.1',
    rawTar([
      pax([
        ['GNU.sparse.name', LATIN],
        ['GNU.sparse.size', '5'],
        ['GNU.sparse.numblocks', '1'],
        ['GNU.sparse.map', '2,1'],
      ]),
      { name: 'GNUSparseFile.1/f', type: '0', content: 'x' },
    ]),
    [[`file ${LATIN}`, '\0\0x\0\0']],
  ],
  [
    'a sparse file of pax version 1.0, as macOS writes it',
    rawTar([
      pax([
        ['GNU.sparse.major', '1'],
        ['GNU.sparse.minor', '0'],
        ['GNU.sparse.name', 'f'],
        ['GNU.sparse.realsize', '100000'],
      ]),
      { name: 'GNUSparseFile.0/f', type: '0', content: `${'2\n0\n1\n99999\n1\n'.padEnd(BLOCK, '\0')}xy` },
      { name: 'g', type: '0', content: 'after' },
    ]),
    [
      ['file f', `x${zeros(99_998)}y`],
      ['file g', 'after'],
    ],
  ],
  ["a sparse file of GNU's own format", oldSparse([[2, 1]], 4, 'x'), [['file sparse', '\0\0x\0']]],
  [
    "a sparse file of GNU's own format whose map has several blocks",
    oldSparse(PARTS, 40_000, 'abc'.repeat(40)),
    [['file sparse', `abc${zeros(997)}`.repeat(40)]],
  ],
];

const REFUSED: readonly (readonly [what: string, tar: Buffer, message: RegExp])[] = [
  [
    'a wrong checksum',
    rawTar([{ name: 'f', type: '0' }]).fill('g', 0, 1),
    /^the tar has a header whose checksum is wrong$/,
  ],
  [
    'a lone block of zeros',
    Buffer.concat([rawTar([]).subarray(0, BLOCK), rawTar([{ name: 'f', type: '0' }])]),
    /has a block of zeros before its end/,
  ],
  ['a cut header', rawTar([{ name: 'f', type: '0' }]).subarray(0, 300), /ends in the middle of a header/],
  [
    'a cut entry',
    rawTar([{ name: 'f', type: '0', content: 'x'.repeat(900) }]).subarray(0, 900),
    /ends in the middle of the entry "f"/,
  ],
  [
    'a size that is not octal',
    rawTar([{ name: LATIN, type: '0', size: '9' }]),
    /has the entry "caf\\xE9.txt" whose size is not a valid number/,
  ],
  [
    'a negative size',
    rawTar([{ name: 'f', type: '0', size: '\u00ff'.repeat(12) }]),
    /whose size is not a valid number/,
  ],
  [
    'a pax header with a wrong length',
    rawTar([{ name: 'x', type: 'x', content: '99 path=a\n' }]),
    /has an invalid pax header/,
  ],
  ['a NUL in a path', rawTar([pax([['path', 'a\0b']]), { name: 'f', type: '0' }]), /has an invalid pax header/],
  [
    'a pax header of 2 MiB',
    rawTar([{ name: 'x', type: 'x', content: '', size: '00010000000' }]),
    /of 2097152 bytes, and at most 1048576 are read/,
  ],
  ['an unknown type', rawTar([{ name: 'f', type: 'Z' }]), /has the entry "f" of the unsupported type "Z"/],
  [
    'a part of several volumes',
    rawTar([{ name: 'f', type: 'M', magic: GNU }]),
    /continues the file "f" of another volume.*--multi-volume/,
  ],
  [
    "star's sparse files",
    rawTar([{ name: 'f', type: 'S' }]),
    /has the sparse file "f" in the format of star, which is not supported/,
  ],
  [
    'a later version of sparse files',
    rawTar([
      pax([
        ['GNU.sparse.major', '2'],
        ['GNU.sparse.minor', '1'],
      ]),
      { name: 'f', type: '0' },
    ]),
    /has the sparse file "f" in version "2.1" of the format, which is not supported/,
  ],
  [
    'parts that overlap',
    oldSparse(
      [
        [0, 2],
        [1, 1],
      ],
      4,
      'xyz',
    ),
    /has the sparse file "sparse" whose map is invalid/,
  ],
  ['parts after the end', oldSparse([[3, 2]], 4, 'xy'), /whose map is invalid/],
  [
    'a map without numbers',
    rawTar([
      pax([
        ['GNU.sparse.map', '0'],
        ['GNU.sparse.numblocks', '1'],
      ]),
      { name: 'f', type: '0' },
    ]),
    /whose map is invalid/,
  ],
  [
    'a map without end',
    rawTar([
      pax([
        ['GNU.sparse.major', '1'],
        ['GNU.sparse.minor', '0'],
      ]),
      { name: 'f', type: '0', content: '9'.repeat(2_000) },
    ]),
    /whose map is invalid/,
  ],
  ['less content than the map says', oldSparse([[0, 4]], 4, 'x'), /whose size is too small for its content/],
];

describe('the reader of tars', () => {
  for (const [what, tar, expected] of DIALECTS) {
    it(`reads ${what}`, async () => {
      expect(await read(tar)).to.deep.equal(expected);
    });
  }

  for (const [what, tar, message] of REFUSED) {
    it(`refuses ${what}`, async () => {
      expect(await refusal(tar)).to.match(message);
    });
  }

  it('reads the same from pieces of every length, and skips content that is not read', async () => {
    const dialects = fc.nat(DIALECTS.length - 1);
    const lengths = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 100, max: 2_000 }));
    await fc.assert(
      fc.asyncProperty(dialects, lengths, async (index, length) => {
        const [, tar = Buffer.alloc(0), expected = []] = DIALECTS[index] ?? [];
        expect(await read(tar, length)).to.deep.equal(expected);
        const names: string[] = [];
        for await (const { kind, name } of readTar(pieces(tar, length))) names.push(`${kind} ${name}`);
        expect(names).to.deep.equal(expected.map(([entry]) => entry));
      }),
      { numRuns: 60 },
    );
  });

  it('reads every sparse map as every version writes it', async () => {
    const lengths = fc.array(fc.tuple(fc.nat(700), fc.nat(700)), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(lengths, fc.nat(700), async (gaps, tail) => {
        let [place, content, whole] = [0, '', ''];
        const parts = gaps.map(([hole, length], index) => {
          const bytes = String.fromCharCode(65 + (index % 26)).repeat(length);
          const part = [place + hole, length] as const;
          [place, content, whole] = [place + hole + length, content + bytes, whole + zeros(hole) + bytes];
          return part;
        });
        const [size, expected] = [place + tail, whole + zeros(tail)];
        const numbers = parts.flat();
        const common = [
          ['GNU.sparse.size', String(size)],
          ['GNU.sparse.numblocks', String(parts.length)],
        ] as const;
        const pairs = parts.flatMap(([from, length]) => [
          ['GNU.sparse.offset', String(from)] as const,
          ['GNU.sparse.numbytes', String(length)] as const,
        ]);
        const map = [parts.length, ...numbers].map((count) => `${count}\n`).join('');
        const padded = map.padEnd(Math.ceil(map.length / BLOCK) * BLOCK, '\0');
        const one = [
          ['GNU.sparse.major', '1'],
          ['GNU.sparse.minor', '0'],
          ['GNU.sparse.realsize', String(size)],
        ] as const;
        const tars = [
          rawTar([pax([...common, ...pairs]), { name: 'sparse', type: '0', content }]),
          rawTar([pax([...common, ['GNU.sparse.map', numbers.join(',')]]), { name: 'sparse', type: '0', content }]),
          rawTar([pax(one), { name: 'sparse', type: '0', content: padded + content }]),
          oldSparse(parts, size, content),
        ];
        // Without parts, the records of 0.0 do not say that the file is sparse.
        for (const tar of parts.length === 0 ? tars.slice(2) : tars)
          expect(await read(tar)).to.deep.equal([['file sparse', expected]]);
      }),
      { numRuns: 30 },
    );
  });
});
