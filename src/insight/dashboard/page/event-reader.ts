/** Reads the messages in the text of server-sent events, which arrives in pieces. */
export interface EventReader {
  /** Returns the data of the events that the piece completes. */
  readonly read: (piece: string) => readonly string[];
}

/** Returns a reader for the events that the dashboard's server writes: one line of data each, and comments. */
export function eventReader(): EventReader {
  // A message can arrive in many pieces. Joining them once keeps this linear.
  let parts: string[] = [];
  return {
    read: (piece) => {
      const [first = '', ...rest] = piece.split('\n');
      const lines: string[] = [];
      parts.push(first);
      for (const next of rest) {
        lines.push(parts.join(''));
        parts = [next];
      }
      return lines.filter((line) => line.startsWith('data: ')).map((line) => line.slice('data: '.length));
    },
  };
}
