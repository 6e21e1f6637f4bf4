const SECOND_MS = 1000;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

/**
 * Returns a duration with one or two units, such as `95s`, `4m10s` or `3d4h`, as `kubectl get` shows ages (apimachinery,
 * duration.HumanDuration). A negative duration is `0s`, because clocks of nodes and clients differ.
 */
export function humanDuration(durationMs: number): string {
  const seconds = Math.max(0, Math.floor(durationMs / SECOND_MS));
  if (seconds < 2 * MINUTE) return `${seconds}s`;
  if (seconds < 10 * MINUTE) return twoUnits(seconds, [MINUTE, 'm'], [1, 's']);
  if (seconds < 3 * HOUR) return oneUnit(seconds, [MINUTE, 'm']);
  if (seconds < 8 * HOUR) return twoUnits(seconds, [HOUR, 'h'], [MINUTE, 'm']);
  if (seconds < 2 * DAY) return oneUnit(seconds, [HOUR, 'h']);
  if (seconds < 8 * DAY) return twoUnits(seconds, [DAY, 'd'], [HOUR, 'h']);
  if (seconds < 2 * YEAR) return oneUnit(seconds, [DAY, 'd']);
  if (seconds < 8 * YEAR) return twoUnits(seconds, [YEAR, 'y'], [DAY, 'd']);
  return oneUnit(seconds, [YEAR, 'y']);
}

type Unit = readonly [seconds: number, name: string];

function oneUnit(seconds: number, [length, name]: Unit): string {
  return `${Math.floor(seconds / length)}${name}`;
}

function twoUnits(seconds: number, large: Unit, small: Unit): string {
  const rest = seconds % large[0];
  return rest < small[0] ? oneUnit(seconds, large) : `${oneUnit(seconds, large)}${oneUnit(rest, small)}`;
}

/** Returns the milliseconds between two RFC 3339 times, at least 0; `undefined` if one is absent or invalid. */
export function elapsedMs(from: string | undefined, to: string | number | undefined): number | undefined {
  const start = Date.parse(from ?? '');
  const end = typeof to === 'number' ? to : Date.parse(to ?? '');
  return Number.isNaN(start) || Number.isNaN(end) ? undefined : Math.max(0, end - start);
}
