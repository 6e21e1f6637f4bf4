/** Reads a stream in parts of known lengths. */
export interface ByteSource {
  /** Returns the next bytes; fewer at the end of the stream. */
  readonly take: (length: number) => Promise<Buffer>;
  /** Returns the next piece of at most `length` bytes; `undefined` at the end of the stream. */
  readonly piece: (length: number) => Promise<Uint8Array | undefined>;
  /** Puts bytes back, so that they are read next. */
  readonly putBack: (bytes: Uint8Array) => void;
  /** Ends the stream early. */
  readonly close: () => void;
}

export function byteSource(stream: AsyncIterable<Uint8Array>): ByteSource {
  const chunks = stream[Symbol.asyncIterator]();
  let current: Uint8Array = new Uint8Array();
  const piece = async (length: number): Promise<Uint8Array | undefined> => {
    while (current.length === 0) {
      const next = await chunks.next();
      if (next.done === true) return undefined;
      current = next.value;
    }
    const taken = current.subarray(0, length);
    current = current.subarray(taken.length);
    return taken;
  };
  return {
    piece,
    take: async (length) => {
      const pieces: Uint8Array[] = [];
      let missing = length;
      while (missing > 0) {
        const next = await piece(missing);
        if (next === undefined) break;
        pieces.push(next);
        missing -= next.length;
      }
      return Buffer.concat(pieces);
    },
    putBack: (bytes) => {
      current = Buffer.concat([bytes, current]);
    },
    // A chunk that never comes must not delay the error of the reader.
    close: () => void Promise.resolve(chunks.return?.()).catch(() => undefined),
  };
}
