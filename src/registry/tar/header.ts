import { BLOCK } from './block.ts';
import { octal } from './octal.ts';

/** What one header block says. */
export interface Header {
  readonly name: string;
  readonly prefix?: string;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly size: number;
  /** Seconds since 1970. */
  readonly mtime: number;
  readonly type: '0' | '2' | '5' | 'x';
  readonly target?: string;
}

const CHECKSUM_PLACE = 148;

/** A header block as Go's archive/tar writes it (POSIX.1-1988 ustar), without names of owners. */
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
  // Numbers of devices, which nothing here is.
  if (header.type !== 'x') block.write(octal(0, 8).repeat(2), 329, 'latin1');
  block.write(header.prefix ?? '', 345, 'latin1');
  // The sum is taken over a field of blanks.
  block.fill(' ', CHECKSUM_PLACE, CHECKSUM_PLACE + 8);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${octal(sum, 7)} `, CHECKSUM_PLACE, 'latin1');
  return block;
}

/** Writes what fits of a name. Where it is cut at a slash Go drops that, so that nothing takes a file for a directory. */
function writeName(block: Buffer, place: number, name: string): void {
  const size = 100;
  const start = name.slice(0, size);
  block.write(name.length > size && start.endsWith('/') ? start.replace(/\/+$/, '') : start, place, 'latin1');
}
