import * as fc from 'fast-check';
import { gzipSync } from 'node:zlib';
import { bzip2Bomb, zstdBomb } from '../../support/archives/bombs.ts';
import { COMPRESSED_TARS } from '../../support/archives/compressed-tars.ts';
import { zipBytes, type ZipEntry } from '../../support/archives/zip-bytes.ts';
import { paxRecords, rawBytes, rawTar, rawTarHeader, type RawTarEntry } from './raw-tar.ts';

/** How to make an archive. `{outside}` in a name stands for the path of a folder outside of the root. */
export type ArchiveRecipe =
  | { readonly kind: 'tar' | 'gzip' | 'zstd'; readonly entries: readonly RawTarEntry[]; readonly damage: Damage }
  | { readonly kind: 'zip'; readonly entries: readonly ZipEntry[]; readonly damage: Damage }
  | { readonly kind: 'sample'; readonly compression: keyof typeof COMPRESSED_TARS; readonly damage: Damage }
  | { readonly kind: 'bomb'; readonly compression: 'bzip2' | 'zstd'; readonly type: string };

/** Bytes to replace, and the part of the archive to keep, in thousandths. */
interface Damage {
  readonly bytes: readonly (readonly [place: number, byte: number])[];
  readonly kept: number;
}

// oxfmt-ignore
const segment = fc.constantFrom('a', 'b', 'l', 'd', 'A', '..', '.', '', '.wh.a', '.wh.l', '.wh..wh..opq', '.wh...', '.git', 'é', '\ufffd', '\n', '\\', 'C:', '-x', 'n'.repeat(300));
const relative = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
const name = fc.oneof(
  { weight: 8, arbitrary: relative },
  { weight: 1, arbitrary: relative.map((rest) => `/${rest}`) },
  { weight: 1, arbitrary: fc.constantFrom('{outside}/evil', '/{outside}/secret', 'a\u0000b', 'p/'.repeat(3_000)) },
);
const target = fc.oneof(
  { weight: 4, arbitrary: name },
  {
    weight: 3,
    arbitrary: fc.constantFrom('../outside', '../outside/secret', '{outside}', '{outside}/secret', '..', '.', 'l/..'),
  },
  { weight: 1, arbitrary: fc.constantFrom('', 'a\u0000', 't'.repeat(5_000), '\u001b[2J\n') },
);
const fileContent = fc.oneof(
  // The map of a sparse file in pax version 1.0.
  fc.constantFrom('1\n0\n1\n', '2\n0\n1\n512\n0\n', '999999\n0\n', 'x\n').map((map) => `${map.padEnd(512, '\0')}x`),
  fc.constantFrom('', 'x', 'y'.repeat(600), 'z'.repeat(30_000)),
  fc.string({ maxLength: 20 }),
);
const mode = fc.constantFrom(
  '000644',
  '000000',
  '007777',
  '120777',
  '',
  '9999999',
  '\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff',
);
const size = fc.constantFrom(
  '00000000000',
  '00000000001',
  '77777777777',
  '\u0080\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0001\u0000',
  '-1',
  'zz',
  '00000050000',
);

const plainEntry: fc.Arbitrary<RawTarEntry> = fc.record(
  {
    name,
    type: fc.constantFrom('0', '0', '0', '5', '5', '2', '2', '1', '3', '4', '6', '7', 'S', 'A', '\u0000', '9'),
    link: target,
    mode,
    content: fileContent,
    size,
    magic: fc.constantFrom('ustar\u000000', 'ustar  \u0000', '', 'ustar\u0000zz'),
  },
  { requiredKeys: ['name', 'type'] },
);
const record = fc.tuple(
  fc.constantFrom('path', 'linkpath', 'size', 'mtime', '__proto__', 'GNU.sparse.size'),
  fc.oneof(name, target, fc.constantFrom('0', '-1', '1e9', '9007199254740993', 'NaN')),
);
const number = fc.constantFrom('0', '1', '2', '512', '600', '30000', '9007199254740991', '-1', 'x', '');
const sparseRecords = fc
  .record(
    {
      major: fc.constantFrom('0', '1', '2'),
      minor: fc.constantFrom('0', '1'),
      name,
      size: number,
      realsize: number,
      numblocks: number,
      map: fc.oneof(
        fc.constantFrom('0,1', '0,1,600,0', '600,1,0,1', ','),
        fc.array(number).map((all) => all.join(',')),
      ),
      offset: number,
      numbytes: number,
    },
    { requiredKeys: [] },
  )
  .map((records) => Object.entries(records).map(([key, value]) => [`GNU.sparse.${key}`, value] as const));
const longEntry: fc.Arbitrary<RawTarEntry> = fc.oneof(
  fc.record({
    name: fc.constant('x'),
    type: fc.constantFrom('x', 'g'),
    content: fc.array(record, { maxLength: 3 }).map(paxRecords),
  }),
  fc.record({ name: fc.constant('x'), type: fc.constantFrom('x', 'g'), content: sparseRecords.map(paxRecords) }),
  fc.record({
    name: fc.constant('x'),
    type: fc.constantFrom('x', 'g'),
    content: fc.constantFrom('9 path=a\n', '-8 path=', '0 a=b\n', '99 path=a\n', 'path'),
  }),
  fc.record({ name: fc.constant('L'), type: fc.constantFrom('L', 'K'), content: fc.oneof(name, target) }),
);
const tarEntries = fc.array(fc.oneof({ weight: 5, arbitrary: plainEntry }, { weight: 1, arbitrary: longEntry }), {
  maxLength: 8,
});

const zipEntry: fc.Arbitrary<ZipEntry> = fc.record(
  {
    name,
    content: fc.oneof(fileContent, target),
    mode: fc.constantFrom(0o120777, 0o120777, 0o100644, 0o100755, 0o104755, 0o040755, 0o010644, 0o060644, 0, 0xffff),
    isEncrypted: fc.constantFrom(false, false, false, true),
    isDeflated: fc.boolean(),
    size: fc.constantFrom(0, 5, 90_000),
  },
  { requiredKeys: ['name'] },
);

const damage: fc.Arbitrary<Damage> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ bytes: [], kept: 1_000 }) },
  {
    weight: 1,
    arbitrary: fc.record({
      bytes: fc.array(fc.tuple(fc.nat(100_000), fc.nat(255)), { maxLength: 4 }),
      kept: fc.oneof(fc.constant(1_000), fc.nat(1_000)),
    }),
  },
);

/** Archives of every format. Few are valid, and fewer are harmless. */
export const archiveRecipe: fc.Arbitrary<ArchiveRecipe> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constantFrom('tar', 'gzip', 'zstd'), entries: tarEntries, damage }) },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('zip'), entries: fc.array(zipEntry, { maxLength: 6 }), damage }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('sample'),
      compression: fc.constantFrom('bzip2', 'xz', 'zstd'),
      damage: fc.record({
        bytes: fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 2 }),
        kept: fc.constant(1_000),
      }),
    }),
  },
);

/** Small files of 400 MB of content. Each takes a while, so they are rare. */
export const archiveBomb: fc.Arbitrary<ArchiveRecipe> = fc.record({
  kind: fc.constant('bomb'),
  compression: fc.constantFrom('bzip2', 'zstd'),
  type: fc.constantFrom('0', 'x', 'g', 'L', 'K', '2', '5'),
});

/** Returns the bytes of an archive. */
export function archiveBytes(recipe: ArchiveRecipe, outside: string): Buffer {
  switch (recipe.kind) {
    case 'bomb': {
      const header = { name: 'zeros', type: recipe.type, size: (400 * 2 ** 20).toString(8).padStart(11, '0') };
      return recipe.compression === 'bzip2' ? bzip2Bomb() : zstdBomb(rawTarHeader(header));
    }
    case 'sample':
      return damaged(Buffer.from(COMPRESSED_TARS[recipe.compression], 'base64'), recipe.damage);
    case 'zip':
      return damaged(zipBytes(placed(recipe.entries, outside).map(writable)), recipe.damage);
    case 'tar':
    case 'gzip':
    case 'zstd':
      return damaged(compressed(recipe.kind, rawTar(placed(recipe.entries, outside))), recipe.damage);
  }
}

/** An encrypted entry has at least the twelve bytes of the encryption's header. Names with characters above ASCII are not UTF-8. */
function writable(entry: ZipEntry): ZipEntry {
  const { name: text } = entry;
  const isBytes = typeof text === 'string' && /[\u0080-\u00ff]/.test(text);
  const named = isBytes ? { ...entry, name: rawBytes(text) } : entry;
  return named.isEncrypted === true ? { ...named, size: Math.max(named.size ?? 0, 12) } : named;
}

function placed<T>(entries: readonly T[], outside: string): readonly T[] {
  return entries.map(
    (entry) =>
      Object.fromEntries(
        Object.entries(entry as object).map(([key, value]: [string, unknown]) => [
          key,
          typeof value === 'string' ? value.replaceAll('{outside}', outside) : value,
        ]),
      ) as T,
  );
}

function compressed(kind: 'tar' | 'gzip' | 'zstd', tar: Uint8Array): Uint8Array {
  if (kind === 'tar') return tar;
  return kind === 'gzip' ? gzipSync(tar, { level: 1 }) : storedZstd(tar);
}

const ZSTD_BLOCK = 100_000;

/** Returns a zstd frame of raw blocks (RFC 8878 section 3.1.1.2.2). */
function storedZstd(content: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0x58])];
  for (let start = 0; start < content.length; start += ZSTD_BLOCK) {
    const block = content.subarray(start, start + ZSTD_BLOCK);
    const header = Buffer.alloc(3);
    header.writeUIntLE((block.length << 3) | (start + ZSTD_BLOCK >= content.length ? 1 : 0), 0, 3);
    parts.push(header, block);
  }
  return Buffer.concat(parts);
}

function damaged(archive: Uint8Array, { bytes, kept }: Damage): Buffer {
  const copy = Buffer.from(archive.slice(0, Math.ceil((archive.length * kept) / 1_000)));
  for (const [place, byte] of bytes) if (copy.length > 0) copy[place % copy.length] = byte;
  return copy;
}
