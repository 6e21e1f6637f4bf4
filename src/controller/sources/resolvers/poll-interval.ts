import { POLL_INTERVAL_ANNOTATION } from '../../../core/api/kpack/source-resolver.ts';

/** The interval at which a git server is asked about a revision. */
export type PollInterval =
  | { readonly kind: 'every'; readonly intervalMs: number; readonly problem?: string }
  /** Only until the revision is known for the first time, and after pushes. */
  | { readonly kind: 'never' };

const UNITS_MS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1_000 };

/**
 * Reads the annotation: `never`, or a duration as Go writes it, such as `10m` or `1h30m`, not below the default
 * interval.
 */
export function pollInterval(defaultMs: number, annotations: Readonly<Record<string, string>> = {}): PollInterval {
  const { [POLL_INTERVAL_ANNOTATION]: text } = annotations;
  if (text === undefined) return { kind: 'every', intervalMs: defaultMs };
  if (text === 'never') return { kind: 'never' };
  const intervalMs = durationMs(text);
  if (intervalMs >= defaultMs) return { kind: 'every', intervalMs };
  return {
    kind: 'every',
    intervalMs: defaultMs,
    problem: `the annotation ${POLL_INTERVAL_ANNOTATION} must be never or a duration of at least ${defaultMs / 1000}s, such as 10m or 1h30m; the controller uses ${defaultMs / 1000}s`,
  };
}

/** No duration needs more characters. */
const MAX_LENGTH = 64;

/** Returns a duration in milliseconds, or `NaN` for any other text. */
function durationMs(text: string): number {
  if (text.length > MAX_LENGTH || !/^(?:\d{1,9}[hms])+$/.test(text)) return Number.NaN;
  return [...text.matchAll(/(\d{1,9})([hms])/g)].reduce(
    (total, [, digits, unit = '']) => total + Number(digits) * (UNITS_MS[unit] ?? Number.NaN),
    0,
  );
}
