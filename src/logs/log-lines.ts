/** So much of a line is kept; nobody reads more of one, and it has to be in memory whole. */
const LONGEST_LINE = 1024 * 1024;

/** A part of a log: a line, or what there was of it when the stream ended. */
export interface LogLine {
  readonly text: string;
  readonly isWhole: boolean;
}

/** The lines of a log in UTF-8, in whatever pieces it comes. What is behind a line's first million characters is left out. */
export async function* logLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<LogLine> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  // Of a long line there are many parts; joining them only once keeps this linear.
  let parts: string[] = [];
  let length = 0;
  const add = (part: string): void => {
    const kept = part.slice(0, LONGEST_LINE - length);
    if (kept !== '') parts.push(kept);
    length += kept.length;
  };
  for await (const chunk of bytes) {
    const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n');
    add(first);
    for (const other of others) {
      yield { text: parts.join(''), isWhole: true };
      parts = [];
      length = 0;
      add(other);
    }
  }
  add(decoder.decode());
  if (length > 0) yield { text: parts.join(''), isWhole: false };
}
