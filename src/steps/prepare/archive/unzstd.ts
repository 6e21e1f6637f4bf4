import { Decompress } from 'fzstd';

/** The library unpacks all that it is given at once, and lets four bytes be 2 MB. */
const PIECE = 64;

/** The content of a zstd file, which is unpacked as it is taken: at most 32 MB wait. */
export async function* unzstd(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const waiting: Uint8Array[] = [];
  const decoder = new Decompress((data) => void waiting.push(data));
  for await (const chunk of source) {
    for (let start = 0; start < chunk.length; start += PIECE) {
      decoder.push(chunk.subarray(start, start + PIECE));
      if (waiting.length > 0) yield* waiting.splice(0);
    }
  }
  decoder.push(new Uint8Array(), true);
  yield* waiting;
}
