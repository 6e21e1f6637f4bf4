import { crc32 } from 'node:zlib';

const MAX_BLOCK_BYTES = 0xffff;

/**
 * Wraps content in gzip without compressing it (RFC 1952; stored blocks of RFC 1951 section 3.2.4). Compressors change
 * their output between versions; these bytes, and so the digest, depend on the content only.
 */
export function storedGzip(content: Uint8Array): Uint8Array {
  const blocks: Uint8Array[] = [];
  for (let start = 0; start === 0 || start < content.length; start += MAX_BLOCK_BYTES) {
    const block = content.subarray(start, start + MAX_BLOCK_BYTES);
    blocks.push(blockHeader(block.length, start + MAX_BLOCK_BYTES >= content.length), block);
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(content), 0);
  trailer.writeUInt32LE(content.length % 2 ** 32, 4);
  return Buffer.concat([gzipHeader(), ...blocks, trailer]);
}

/** Returns a header without a file name or time, for an unknown operating system. */
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
