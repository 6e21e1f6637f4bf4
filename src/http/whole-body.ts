import type { Answer } from './answer.ts';

/** Reads a whole body of at most so many bytes; `undefined` where there is more, which is not read. */
export async function wholeBody({ header, body, discard }: Answer, most: number): Promise<Buffer | undefined> {
  if (Number(header('content-length') ?? 0) > most) {
    discard();
    return undefined;
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
