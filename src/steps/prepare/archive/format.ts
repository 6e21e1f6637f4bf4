export type Format = 'zip' | 'gzip' | 'bzip2' | 'xz' | 'zstd' | 'tar';

/** The number of bytes that `formatOf` needs: a block of a tar. */
export const FORMAT_BYTES = 512;

const MAGIC: readonly (readonly [Format, readonly number[]])[] = [
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  // A zip without entries.
  ['zip', [0x50, 0x4b, 0x05, 0x06]],
  ['gzip', [0x1f, 0x8b]],
  ['bzip2', [0x42, 0x5a, 0x68]],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
];

/** The checksum field of a tar header (POSIX.1-2017, pax, "ustar Interchange Format"). */
const CHECKSUM = { start: 148, end: 156 };

/** Detects the format by the first bytes of a file; `undefined` if it is not supported. */
export function formatOf(start: Uint8Array): Format | undefined {
  const found = MAGIC.find(([, magic]) => magic.every((byte, index) => start[index] === byte));
  if (found !== undefined) return found[0];
  return isTar(start) ? 'tar' : undefined;
}

/** Checks the header's checksum, because old tars have no magic bytes. A block of zeros begins an empty tar. */
function isTar(start: Uint8Array): boolean {
  if (start.length < FORMAT_BYTES) return false;
  const block = start.subarray(0, FORMAT_BYTES);
  if (block.every((byte) => byte === 0)) return true;
  const checksum = Number.parseInt(
    Buffer.from(block.subarray(CHECKSUM.start, CHECKSUM.end)).toString('latin1').trim(),
    8,
  );
  const sum = block.reduce(
    (total, byte, index) => total + (index >= CHECKSUM.start && index < CHECKSUM.end ? 0x20 : byte),
    0,
  );
  return checksum === sum;
}
