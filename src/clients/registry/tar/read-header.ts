import { type ByteText, quotedBytes, toByteText } from '../../../core/model/byte-text.ts';
import { TarError } from './tar-error.ts';
import { BLOCK } from '../../../core/oci/ustar-header.ts';

/** A header block of any dialect. */
export interface TarHeader {
  readonly name: ByteText;
  readonly target: ByteText;
  /** The type flag. */
  readonly type: string;
  readonly mode: number;
  /** The bytes of content after the header, without padding. */
  readonly size: number;
  readonly dialect: Dialect;
  readonly block: Buffer;
}

/** `star` is Schily's tar before it wrote pax headers. `v7` is every header without a known magic, such as that of R. */
type Dialect = 'ustar' | 'gnu' | 'star' | 'v7';

/** The places of fields (POSIX.1-2017, pax, "ustar Interchange Format"). */
const FIELDS = {
  name: [0, 100],
  mode: [100, 108],
  size: [124, 136],
  checksum: [148, 156],
  type: [156, 157],
  target: [157, 257],
  magic: [257, 265],
  prefix: [345, 500],
  starPrefix: [345, 476],
  starTrailer: [508, 512],
} as const;

/** Returns the header of a block. Throws `TarError` for a block that is not a header. */
export function readHeader(block: Buffer): TarHeader {
  if (!isHeader(block)) throw new TarError('has a header whose checksum is wrong');
  const dialect = dialectOf(block);
  const name = textAt(block, 'name');
  const prefix = prefixOf(block, dialect);
  const whole = prefix === '' ? name : `${prefix}/${name}`;
  return {
    name: whole,
    target: textAt(block, 'target'),
    type: toByteText(block.subarray(...FIELDS.type)),
    mode: readNumber(block.subarray(...FIELDS.mode), whole, 'mode'),
    size: readNumber(block.subarray(...FIELDS.size), whole, 'size'),
    dialect,
    block,
  };
}

/** True if a block's checksum is right, because old tars have no magic. Some programs add up signed bytes, so both sums are valid. */
export function isHeader(block: Uint8Array): boolean {
  if (block.length < BLOCK) return false;
  const [start, end] = FIELDS.checksum;
  let [unsigned, signed] = [0, 0];
  for (let place = 0; place < BLOCK; place += 1) {
    const byte = place >= start && place < end ? 0x20 : (block[place] ?? 0);
    unsigned += byte;
    signed += byte < 0x80 ? byte : byte - 0x100;
  }
  const stored = octal(toByteText(block.subarray(start, end)));
  return stored === unsigned || stored === signed;
}

export function isZeros(block: Uint8Array): boolean {
  return block.every((byte) => byte === 0);
}

function dialectOf(block: Buffer): Dialect {
  const magic = toByteText(block.subarray(...FIELDS.magic));
  if (magic === 'ustar  \0') return 'gnu';
  if (!magic.startsWith('ustar\0')) return 'v7';
  return toByteText(block.subarray(...FIELDS.starTrailer)) === 'tar\0' ? 'star' : 'ustar';
}

/** GNU headers have other fields in the place of the prefix. */
function prefixOf(block: Buffer, dialect: Dialect): ByteText {
  switch (dialect) {
    case 'ustar':
      return textAt(block, 'prefix');
    case 'star':
      return textAt(block, 'starPrefix');
    case 'gnu':
    case 'v7':
      return '';
  }
}

function textAt(block: Uint8Array, field: keyof typeof FIELDS): ByteText {
  return untilNul(toByteText(block.subarray(...FIELDS[field])));
}

export function untilNul(text: ByteText): ByteText {
  const end = text.indexOf('\0');
  return end === -1 ? text : text.slice(0, end);
}

/**
 * Returns the number of a field: octal digits, or a binary number if the first bit is set (GNU tar and star, for sizes from 8 GiB
 * on). Throws `TarError` for other content, and for negative numbers.
 */
export function readNumber(field: Uint8Array, name: ByteText, what: string): number {
  const first = field[0] ?? 0;
  const value = (first & 0x80) === 0 ? octal(toByteText(field)) : binary(field);
  if (value === undefined || !Number.isSafeInteger(value) || value < 0)
    throw new TarError(`has the entry ${quotedBytes(name)} whose ${what} is not a valid number`);
  return value;
}

/** Spaces and NULs surround the digits. A field without digits is zero. */
function octal(field: ByteText): number | undefined {
  const digits = untilNul(field.replace(/^[ \0]+/, '')).trimEnd();
  if (digits === '') return 0;
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : undefined;
}

/** A negative number starts with the bits 11. */
function binary(field: Uint8Array): number | undefined {
  if (((field[0] ?? 0) & 0x40) !== 0) return undefined;
  return field.reduce((value, byte, index) => value * 0x100 + (index === 0 ? byte & 0x3f : byte), 0);
}
