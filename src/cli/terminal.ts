import type { Readable, Writable } from 'node:stream';
import { getSystemErrorMap } from 'node:util';

/** The standard streams and environment variables of a command. */
export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
  readonly errors: Writable;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** True if a user may watch the stream. */
export function isTerminal(stream: Writable): boolean {
  return 'isTTY' in stream && stream.isTTY === true;
}

/** In characters: enough for fast writes, and little memory for long streams. */
const CHUNK_LENGTH = 64 * 1024;

/**
 * Writes texts in chunks and waits for each write. Resolves to false if the stream fails, such as if its reader is gone. The stream's
 * owner reports the failure.
 */
export async function writeTexts(output: Writable, texts: Iterable<string>): Promise<boolean> {
  for (const chunk of chunks(texts)) {
    if (!(await isWritten(output, chunk))) return false;
  }
  return true;
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

/** Writes a text. Resolves to true if the stream accepted the text. */
export function isWritten(output: Writable, chunk: string): Promise<boolean> {
  return new Promise((resolve) => {
    output.write(chunk, (error) => resolve(error === undefined || error === null));
  });
}

/** Returns the operating system's message of a failed call, such as `no such file or directory`, without Node's additions. */
export function systemMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { errno }: NodeJS.ErrnoException = error;
  return (errno === undefined ? undefined : getSystemErrorMap().get(errno)?.[1]) ?? error.message;
}

/** The width of output that is not for a terminal, and the least width for a terminal. */
const DEFAULT_WIDTH = 80;

/** Returns the width of a terminal in characters, or 80. */
export function terminalWidth(stream: Writable): number {
  const columns = isTerminal(stream) && 'columns' in stream ? stream.columns : undefined;
  return typeof columns === 'number' ? Math.max(columns, DEFAULT_WIDTH) : DEFAULT_WIDTH;
}
