import { secondOf, timeOfSecond, type TimedLine } from './log-time.ts';

/** What has been shown of a log, as far as that is needed to go on after a break. */
export interface ShownLines {
  /** From when on the log is to be asked for; all of it, as long as nothing has been shown. */
  readonly since: () => string | undefined;
  /** The log is read again from `since` on. */
  readonly rewind: () => void;
  /** Whether the line is new; it counts as shown from then on. */
  readonly take: (line: TimedLine) => boolean;
  /** Whether all that had been shown from `since` on has come again since the rewinding. */
  readonly isRepeated: () => boolean;
}

/**
 * The API server cuts `sinceTime` to whole seconds, and a container's two streams may swap lines that are written at the
 * same time: so a second is kept beside the latest one.
 */
const SECONDS_KEPT = 2;

/**
 * Nothing shown yet. Lines are told apart by time and text; of equal ones as many are new as have not been shown. That
 * needs no line of before the break to be there still: the kubelet reads nothing of a log that has been rotated.
 */
export function shownLines(): ShownLines {
  const shown = new Map<number, string[]>();
  const untimed = new Set<string>();
  let repeated = new Map<string, number>();
  let missing = 0;
  let latest = Number.NEGATIVE_INFINITY;
  const keep = (second: number, key: string): void => {
    shown
      .set(second, shown.get(second) ?? [])
      .get(second)
      ?.push(key);
    if (second <= latest) return;
    latest = second;
    for (const old of shown.keys()) if (old <= latest - SECONDS_KEPT) shown.delete(old);
  };
  return {
    since: () => (Number.isFinite(latest) ? timeOfSecond(latest - SECONDS_KEPT + 1) : undefined),
    rewind: () => {
      const keys = [...shown.values()].flat();
      repeated = counted(keys);
      missing = keys.length;
    },
    take: ({ time, text }) => {
      // Such a line is the kubelet's, not the container's: it is said again with every reading.
      if (time === '') return untimed.size < untimed.add(text).size;
      const key = `${time} ${text}`;
      const left = repeated.get(key) ?? 0;
      if (left === 0) {
        keep(secondOf(time), key);
        return true;
      }
      repeated.set(key, left - 1);
      missing -= 1;
      return false;
    },
    isRepeated: () => missing === 0,
  };
}

function counted(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
