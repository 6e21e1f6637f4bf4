import type { ServerResponse } from 'node:http';

const SLICE = Buffer.alloc(100_000, ' ');

/** A server that sends without end. A client that does not stop reading is cut off, and then reports another error. */
const MOST = 50_000_000;

/** Writes a body of one gigabyte, until the client closes the connection. */
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
