/** The number of characters kept of a line, because a line is held in memory. */
const MAX_LINE_LENGTH = 1024 * 1024;

/** A line of a log. A line at the end of a broken stream is incomplete. */
interface LogLine {
  readonly text: string;
  readonly isWhole: boolean;
}

/** Splits a log in UTF-8 into lines. Lines are cut after 1,048,576 characters. */
export async function* logLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<LogLine> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  // Parts of a long line are joined only once, so the time stays linear.
  let parts: string[] = [];
  let length = 0;
  const add = (part: string): void => {
    const kept = part.slice(0, MAX_LINE_LENGTH - length);
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

/** A line of a log that was requested with timestamps. */
export interface TimedLine {
  /** The kubelet's timestamp; empty if the line has none. */
  readonly time: string;
  readonly text: string;
}

const TIMED = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)) ?/;

/** Splits a line into timestamp and text. The kubelet's own messages have no timestamp. */
export function timedLine(line: string): TimedLine {
  const [prefix = '', time = ''] = TIMED.exec(line) ?? [];
  return Number.isNaN(secondOf(time)) ? { time: '', text: line } : { time, text: line.slice(prefix.length) };
}

/** Returns the Unix time of a timestamp in seconds, rounded down. */
export function secondOf(time: string): number {
  return Math.floor(Date.parse(time) / 1000);
}

/** Formats a Unix time in seconds as in RFC 3339. */
export function timeOfSecond(second: number): string {
  return new Date(second * 1000).toISOString().replace('.000Z', 'Z');
}
