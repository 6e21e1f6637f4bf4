import * as fc from 'fast-check';
import {
  chmodSync,
  closeSync,
  ftruncateSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeSync,
} from 'node:fs';
import { entriesOf, joinPath } from '../../../src/steps/prepare/source/workspace.ts';
import { digestOf } from '../../../src/core/oci/digest.ts';
import { bytesOf, isUtf8, toByteText, type ByteText } from '../../../src/core/model/byte-text.ts';
import type { Archiver } from './archivers.ts';

/** A random file, directory or symlink. */
interface RandomEntry {
  readonly folder: readonly ByteText[];
  readonly name: ByteText;
  /** A link is a hard link to the last file or symlink. */
  readonly kind: 'file' | 'sparse' | 'directory' | 'symlink' | 'link';
  readonly size: number;
  readonly isExecutable: boolean;
}

const part = fc.oneof(
  fc
    .constantFrom(
      'a',
      'b',
      'B',
      'with space',
      'new\nline',
      "quote'",
      '-x',
      '.hidden',
      'back\\slash',
      'a:b',
      '%41',
      '{}',
    )
    .map(toByteText),
  fc.constantFrom('é', 'e\u0301', 'ﬁ', '日本語', '😀', '\ufffd').map(toByteText),
  // Bytes that are not UTF-8.
  fc.constantFrom('caf\u00e9', 'caf\u00e8', '\u00ff', '\u0080\u0081', 'x\u00c3'),
  fc.constantFrom('n'.repeat(98), 'o'.repeat(101), 'p'.repeat(156), toByteText('é'.repeat(60))),
);

export const randomTree: fc.Arbitrary<readonly RandomEntry[]> = fc.array(
  fc.record({
    folder: fc.array(part, { maxLength: 3 }),
    name: part,
    kind: fc.constantFrom('file', 'file', 'sparse', 'directory', 'symlink', 'link'),
    size: fc.constantFrom(0, 1, 511, 512, 513, 40_000),
    isExecutable: fc.boolean(),
  }),
  { minLength: 1, maxLength: 8 },
);

/** Writes the entries that the archiver can hold. A later entry of the same path is left out. */
export function writeTree(root: string, entries: readonly RandomEntry[], archiver: Omit<Archiver, 'command'>): void {
  let last: Buffer | undefined;
  for (const entry of entries.filter((one) => canHold(archiver, one))) {
    let folder: Buffer = Buffer.from(root);
    for (const name of entry.folder) {
      folder = joinPath(folder, bytesOf(name));
      if (!isThere(folder)) mkdirSync(folder);
      if (!lstatSync(folder).isDirectory()) break;
    }
    const place = joinPath(folder, bytesOf(entry.name));
    if (!lstatSync(folder).isDirectory() || isThere(place)) continue;
    if (entry.kind === 'link' && last !== undefined) linkSync(last, place);
    else write(place, entry);
    if (!lstatSync(place).isDirectory()) last = place;
  }
}

function canHold(
  { maxPath = 900, isUtf8Only, cutsSparseNames, isWithoutLinks, isWithoutBackslashes }: Omit<Archiver, 'command'>,
  { folder, name, kind }: RandomEntry,
): boolean {
  const whole = [...folder, name].join('/');
  return (
    whole.length <= maxPath &&
    (isUtf8Only !== true || isUtf8(whole)) &&
    (cutsSparseNames !== true || isUtf8(whole) || whole.length < 90 || !['sparse', 'link'].includes(kind)) &&
    (isWithoutLinks !== true || kind !== 'symlink') &&
    (isWithoutBackslashes !== true || !whole.includes('\\'))
  );
}

function isThere(place: Buffer): boolean {
  return lstatSync(place, { throwIfNoEntry: false }) !== undefined;
}

/** Starts and ends of sparse files, between which there are holes. */
const SPARSE_PARTS = [0, 1_000_000, 1_500_000, 2_000_000, 2_500_000, 3_000_000];

function write(place: Buffer, { kind, name, size, isExecutable }: RandomEntry): void {
  switch (kind) {
    case 'directory':
      return mkdirSync(place);
    case 'symlink':
      // The target is in the same directory, so that no link leads out.
      return symlinkSync(bytesOf(`${name.slice(0, 80)}.target`), place);
    case 'file':
    case 'link':
    case 'sparse': {
      const file = openSync(place, 'wx');
      if (kind !== 'sparse') writeSync(file, Buffer.alloc(size, name));
      else for (const start of SPARSE_PARTS) writeSync(file, Buffer.alloc(700, name), 0, 700, start);
      if (kind === 'sparse') ftruncateSync(file, 3_500_000 + size);
      closeSync(file);
      chmodSync(place, isExecutable ? 0o755 : 0o644);
    }
  }
}

/** Lists everything below a directory: each path in bytes with its kind, permissions and content. */
export function listTree(directory: string | Buffer, prefix: ByteText = ''): ReadonlyMap<ByteText, string> {
  const found = new Map<ByteText, string>();
  for (const entry of entriesOf(directory)) {
    const [place, name] = [joinPath(directory, entry.name), prefix + toByteText(entry.name)];
    if (entry.isDirectory()) {
      found.set(name, 'directory');
      for (const [below, text] of listTree(place, `${name}/`)) found.set(below, text);
    } else if (entry.isSymbolicLink()) found.set(name, `-> ${readlinkSync(place, 'latin1')}`);
    else
      found.set(name, `${(lstatSync(place).mode & 0o111) === 0 ? 'file' : 'program'} ${digestOf(readFileSync(place))}`);
  }
  return new Map([...found].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
