import { InvalidArgumentError } from 'commander';

const SECONDS: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1 };

/** Returns a duration in seconds. Reads whole hours, minutes and seconds, as kubectl does. Throws `InvalidArgumentError`. */
export function durationValue(text: string): number {
  const parts = [...text.matchAll(/(\d{1,9})([hms])/g)];
  const seconds = parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (SECONDS[unit] ?? 0), 0);
  if (/^(?:\d{1,9}[hms])+$/.test(text) && seconds > 0) return seconds;
  throw new InvalidArgumentError('It must be a duration of at least one second, such as 90s, 5m or 1h30m.');
}
