import { crc32 } from 'node:zlib';

const LARGEST_BLOCK = 0xffff;

/**
 * Gzip that compresses nothing (RFC 1952, and RFC 1951 section 3.2.4). Every version of every compressor makes other
 * bytes; these depend on the content alone, and so does their digest.
 */
export function storedGzip(content: Uint8Array): Uint8Array {
  const blocks: Uint8Array[] = [];
  for (let start = 0; start === 0 || start < content.length; start += LARGEST_BLOCK) {
    const block = content.subarray(start, start + LARGEST_BLOCK);
    blocks.push(blockHeader(block.length, start + LARGEST_BLOCK >= content.length), block);
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(content), 0);
  trailer.writeUInt32LE(content.length % 2 ** 32, 4);
  return Buffer.concat([gzipHeader(), ...blocks, trailer]);
}

/** No name, no time, an unknown system. */
function gzipHeader(): Uint8Array {
  return Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);
}

function blockHeader(length: number, isLast: boolean): Uint8Array {
  const header = Buffer.alloc(5);
  header.writeUInt8(isLast ? 1 : 0, 0);
  header.writeUInt16LE(length, 1);
  header.writeUInt16LE(length ^ 0xffff, 3);
  return header;
}
