const LENGTH = 65_536;

/** Bytes that come one by one. */
export interface ByteSink {
  readonly put: (byte: number) => void;
  /** All of them, in pieces. */
  readonly bytes: () => readonly Uint8Array[];
}

export function byteSink(): ByteSink {
  const full: Uint8Array[] = [];
  let last = Buffer.allocUnsafe(LENGTH);
  let length = 0;
  return {
    put: (byte) => {
      last[length] = byte;
      length += 1;
      if (length < LENGTH) return;
      full.push(last);
      last = Buffer.allocUnsafe(LENGTH);
      length = 0;
    },
    bytes: () => (length === 0 ? full : [...full, last.subarray(0, length)]),
  };
}
