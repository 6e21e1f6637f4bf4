import type { Readable, Writable } from 'node:stream';

/** What a command reads and writes beside files. */
export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
  readonly errors: Writable;
  readonly environment: Readonly<Record<string, string | undefined>>;
}
