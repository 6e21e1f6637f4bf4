import { isHeader, isZeros } from '../../../clients/registry/tar/read-header.ts';

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

/** Detects the format by the first bytes of a file; `undefined` if it is not supported. */
export function formatOf(start: Uint8Array): Format | undefined {
  const found = MAGIC.find(([, magic]) => magic.every((byte, index) => start[index] === byte));
  if (found !== undefined) return found[0];
  if (isSkippableFrame(start)) return 'zstd';
  return isTar(start) ? 'tar' : undefined;
}

/** A zstd file of pzstd begins with a frame that decoders skip (RFC 8878, "Skippable Frames"). */
function isSkippableFrame([first = 0, ...rest]: Uint8Array): boolean {
  return first >> 4 === 5 && [0x2a, 0x4d, 0x18].every((byte, index) => rest[index] === byte);
}

/** A block of zeros begins an empty tar. */
function isTar(start: Uint8Array): boolean {
  const block = start.subarray(0, FORMAT_BYTES);
  return block.length === FORMAT_BYTES && (isZeros(block) || isHeader(block));
}
