/** Returns the checksum that zip files use (APPNOTE.TXT 4.4.7). */
export function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ ((sum & 1) * 0xedb88320);
  }
  return (sum ^ 0xffffffff) >>> 0;
}
