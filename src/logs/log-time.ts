/** A line of a log that was asked for with times. */
export interface TimedLine {
  /** As the kubelet writes it; empty where the line has none. */
  readonly time: string;
  readonly text: string;
}

const TIMED = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)) ?/;

/** Takes the time off a line. What the kubelet says itself, of a log that is gone for instance, has none. */
export function timedLine(line: string): TimedLine {
  const [prefix = '', time = ''] = TIMED.exec(line) ?? [];
  return Number.isNaN(secondOf(time)) ? { time: '', text: line } : { time, text: line.slice(prefix.length) };
}

/** The second that a time is in, since 1970. */
export function secondOf(time: string): number {
  return Math.floor(Date.parse(time) / 1000);
}

/** The beginning of a second, by RFC 3339. */
export function timeOfSecond(second: number): string {
  return new Date(second * 1000).toISOString().replace('.000Z', 'Z');
}
