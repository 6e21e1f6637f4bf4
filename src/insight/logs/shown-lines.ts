import { secondOf, timeOfSecond, type TimedLine } from './log-lines.ts';

/** The last shown lines of a log, which are needed to continue after a broken stream. */
export interface ShownLines {
  /** The `sinceTime` of the next request; `undefined` requests the whole log. */
  readonly since: () => string | undefined;
  /** Call before the log is read again from `since`. */
  readonly rewind: () => void;
  /** Returns true for a new line and records it as shown. */
  readonly take: (line: TimedLine) => boolean;
  /** True if all shown lines from `since` have been read again since `rewind`. */
  readonly isRepeated: () => boolean;
}

/**
 * The latest second and the one before are recorded, because the API server truncates `sinceTime` to seconds, and lines of
 * stdout and stderr with the same time can change their order.
 */
const SECONDS_KEPT = 2;

/**
 * Returns an empty record. Lines are compared by time and text. For equal lines, only those not shown before are new. This
 * works even if the shown lines are gone, because the kubelet does not read rotated files. If the first stream contains only a
 * part of the log, lines before its first line count as shown.
 */
export function shownLines(isPart = false): ShownLines {
  const recent = recentLines();
  const untimed = new Set<string>();
  let repeated = new Map<string, number>();
  let missing = 0;
  let first: string | undefined;
  return {
    since: recent.since,
    rewind: () => {
      const keys = recent.keys();
      repeated = counted(keys);
      missing = keys.length;
    },
    take: ({ time, text }) => {
      // Lines without a time are messages of the kubelet, which are repeated in every stream.
      if (time === '') return untimed.size < untimed.add(text).size;
      // A log that was requested from a line on is continued from whole seconds, which contain earlier lines, too.
      first ??= time;
      if (isPart && isEarlier(time, first)) return false;
      const key = `${time} ${text}`;
      const left = repeated.get(key) ?? 0;
      if (left === 0) {
        recent.add(secondOf(time), key);
        return true;
      }
      repeated.set(key, left - 1);
      missing -= 1;
      return false;
    },
    isRepeated: () => missing === 0,
  };
}

interface RecentLines extends Pick<ShownLines, 'since'> {
  readonly add: (second: number, key: string) => void;
  readonly keys: () => readonly string[];
}

/** Returns an empty record of the lines of the last seconds. */
function recentLines(): RecentLines {
  const lines = new Map<number, string[]>();
  let latest = Number.NEGATIVE_INFINITY;
  return {
    since: () => (Number.isFinite(latest) ? timeOfSecond(latest - SECONDS_KEPT + 1) : undefined),
    keys: () => [...lines.values()].flat(),
    add: (second, key) => {
      lines
        .set(second, lines.get(second) ?? [])
        .get(second)
        ?.push(key);
      if (second <= latest) return;
      latest = second;
      for (const old of lines.keys()) if (old <= latest - SECONDS_KEPT) lines.delete(old);
    },
  };
}

/** Compares timestamps, whose fractions may have different lengths. */
function isEarlier(one: string, other: string): boolean {
  const [left, right] = [secondOf(one), secondOf(other)];
  return left === right ? fractionOf(one) < fractionOf(other) : left < right;
}

function fractionOf(time: string): string {
  return /\.(\d+)/.exec(time)?.[1]?.padEnd(9, '0') ?? '';
}

function counted(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
