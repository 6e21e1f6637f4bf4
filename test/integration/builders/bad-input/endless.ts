import type { ServerResponse } from 'node:http';

const SLICE = Buffer.alloc(100_000, ' ');

/** Who reads so much reads on, and is cut off: what is said then is something else. */
const MOST = 50_000_000;

/** Writes a body of a gigabyte, as far as anybody reads it. */
export function endless(response: ServerResponse): void {
  let written = 0;
  const more = (): void => {
    if (response.destroyed) return;
    if (written > MOST) response.destroy();
    written += SLICE.length;
    response.write(SLICE, more);
  };
  more();
}
