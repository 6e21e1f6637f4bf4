import type { Writable } from 'node:stream';

/** Long enough to write fast, short enough that a stream of any length needs little memory. */
const CHUNK_LENGTH = 64 * 1024;

/** Writes texts in chunks, each when the one before has been taken; stops where the stream fails, which is for its owner to tell. */
export async function writeTexts(output: Writable, texts: Iterable<string>): Promise<void> {
  for (const chunk of chunks(texts)) {
    if (!(await isWritten(output, chunk))) return;
  }
}

function* chunks(texts: Iterable<string>): Generator<string> {
  let chunk = '';
  for (const text of texts) {
    chunk += text;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

/** Writes a text, and resolves to whether the stream has taken it. */
export function isWritten(output: Writable, chunk: string): Promise<boolean> {
  return new Promise((resolve) => {
    output.write(chunk, (error) => resolve(error === undefined || error === null));
  });
}
