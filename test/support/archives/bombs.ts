/** The header of a tar file `zeros` of 400 MB and 4 MB of zeros, compressed with bzip2. */
const HEADER =
  'QlpoOTFBWSZTWfKZH64AACBbgMAiQABXgAAIYgCeEAgAIABUUDTQyMmINAoeU8kehDc2gUAntVBG5khwdRUsU0jIrrIhRneLzrenjfxdyRThQkPKZH64';
const ZEROS = 'QlpoOTFBWSZTWf5U2/MAHqNEAMAAEAAACCAAMMwJqmmipIbUKkh4u5IpwoSH8qbfmA==';

/** Returns five kilobytes that expand to a tar of 400 MB, or less with fewer streams. */
export function bzip2Bomb(streamsOf4MB = 100): Buffer {
  const streams = [HEADER, ...Array<string>(streamsOf4MB).fill(ZEROS)];
  return Buffer.concat(streams.map((text) => Buffer.from(text, 'base64')));
}

/**
 * Returns a kilobyte that expands to a tar of 400 MB with that header. It consists of RLE blocks: a byte and its repeat
 * count (RFC 8878 section 3.1.1.2.2).
 */
export function zstdBomb(header: Uint8Array): Buffer {
  const windowOf2MB = 0x58;
  const start = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, windowOf2MB]);
  const zeros = Buffer.concat([blockHeader(1, 2 ** 21 - 1), Buffer.of(0)]);
  return Buffer.concat([start, blockHeader(0, header.length), header, ...Array<Buffer>(200).fill(zeros)]);
}

function blockHeader(type: number, size: number): Buffer {
  const header = Buffer.alloc(3);
  header.writeUIntLE((size << 3) | (type << 1), 0, 3);
  return header;
}
