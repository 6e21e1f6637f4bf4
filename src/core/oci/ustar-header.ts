import type { ByteText } from '../model/byte-text.ts';
import { withoutTrailing } from '../model/trailing.ts';

/** A tar archive consists of blocks of this many bytes. */
export const BLOCK = 512;

/** Returns the zeros that fill the last block after `length` bytes. */
export function padding(length: number): Buffer {
  return Buffer.alloc((BLOCK - (length % BLOCK)) % BLOCK);
}

/** The fields of one header block. */
export interface Header {
  readonly name: ByteText;
  readonly prefix?: ByteText;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly size: number;
  /** Seconds since 1970. */
  readonly mtime: number;
  readonly type: '0' | '2' | '5' | 'x';
  readonly target?: ByteText;
}

const CHECKSUM_OFFSET = 148;

/** Returns a header block as Go's archive/tar writes it (POSIX.1-1988 ustar), without owner names. */
export function headerBlock(header: Header): Buffer {
  const block = Buffer.alloc(BLOCK);
  writeName(block, 0, header.name);
  block.write(octal(header.mode, 8), 100, 'latin1');
  block.write(octal(header.uid, 8), 108, 'latin1');
  block.write(octal(header.gid, 8), 116, 'latin1');
  block.write(octal(header.size, 12), 124, 'latin1');
  block.write(octal(header.mtime, 12), 136, 'latin1');
  block.write(header.type, 156, 'latin1');
  writeName(block, 157, header.target ?? '');
  block.write('ustar\x0000', 257, 'latin1');
  // The device numbers, which are zero for files, directories and symlinks.
  if (header.type !== 'x') block.write(octal(0, 8).repeat(2), 329, 'latin1');
  block.write(header.prefix ?? '', 345, 'latin1');
  // The checksum is computed with spaces in its own field.
  block.fill(' ', CHECKSUM_OFFSET, CHECKSUM_OFFSET + 8);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${octal(sum, 7)} `, CHECKSUM_OFFSET, 'latin1');
  return block;
}

/**
 * Writes as much of a name as fits. If the cut is at a slash, Go drops the slash, so that a reader does not take the
 * file for a directory.
 */
function writeName(block: Buffer, place: number, name: ByteText): void {
  const size = 100;
  const start = name.slice(0, size);
  block.write(name.length > size && start.endsWith('/') ? withoutTrailing(start, '/') : start, place, 'latin1');
}

/** True if a number fits into a header field of `size` bytes: octal digits and a NUL. */
export function fitsOctal(value: number, size: number): boolean {
  return value >= 0 && value < 8 ** (size - 1);
}

/**
 * Returns a number as a header field. Returns zero for a number that does not fit; a PAX record holds it, as in Go.
 */
function octal(value: number, size: number): string {
  return `${(fitsOctal(value, size) ? value : 0).toString(8).padStart(size - 1, '0')}\0`;
}

/** True if a text is ASCII. */
export function isAscii(text: ByteText): boolean {
  return onlyAscii(text) === text;
}

/** Returns the ASCII characters of a text, for a header whose PAX record holds the whole text. */
export function onlyAscii(text: ByteText): ByteText {
  return text.replaceAll(/[\u0080-\u00ff]/g, '');
}

const NAME_BYTES = 100;
const PREFIX_BYTES = 155;

/**
 * Splits a long name at a slash into ustar's prefix and name fields, at the same slash as Go's archive/tar. Returns
 * `undefined` if the name fits without a prefix or cannot be split.
 */
export function splitName(name: ByteText): { readonly prefix: ByteText; readonly name: ByteText } | undefined {
  if (name.length <= NAME_BYTES || !isAscii(name)) return undefined;
  const withoutSlash = name.endsWith('/') ? name.length - 1 : name.length;
  const end = name.length > PREFIX_BYTES + 1 ? PREFIX_BYTES + 1 : withoutSlash;
  const slash = name.slice(0, end).lastIndexOf('/');
  const rest = name.slice(slash + 1);
  if (slash <= 0 || rest === '' || rest.length > NAME_BYTES) return undefined;
  return { prefix: name.slice(0, slash), name: rest };
}
