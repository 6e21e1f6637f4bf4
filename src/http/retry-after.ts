/**
 * The wait that a `Retry-After` header asks for, in milliseconds: seconds, or an HTTP date held against `now`, which is
 * in milliseconds since 1970 (RFC 9110 section 10.2.3). `undefined` where it says neither.
 */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // `Date.parse` reads far more than HTTP dates, `1.5` among them.
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return undefined;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
