import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Input } from './input.ts';
import { systemMessage } from '../../system-message.ts';

export type TextReading =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'failure'; readonly message: string };

/** All of an input's text. */
export async function readText(input: Input, stdin: Readable): Promise<TextReading> {
  try {
    const bytes = input.kind === 'stdin' ? await buffer(stdin) : await readFile(input.path);
    if (bytes.includes(0) || !isUtf8(bytes)) return { kind: 'failure', message: 'this is no UTF-8 text' };
    return { kind: 'text', text: bytes.toString() };
  } catch (error) {
    return { kind: 'failure', message: systemMessage(error) };
  }
}
