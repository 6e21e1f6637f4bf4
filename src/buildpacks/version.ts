import { compareTexts } from './compare-texts.ts';

/**
 * A buildpack's version as kpack reads it (Masterminds/semver, NewVersion): `v1` and `1.2` are versions. So is `01.2.3`
 * here, because calendar versions are written so.
 * Numbers stay digits, so none is too big to compare; the text is what is printed and matched.
 */
export interface Version {
  readonly text: string;
  /** Major, minor and patch, without leading zeros. */
  readonly numbers: readonly [string, string, string];
  /** Empty for a release. */
  readonly prerelease: readonly string[];
}

/** Masterminds' own expression; semver's `coerce` and `loose` would accept `1.2.3.4` and `latest-1`. */
const VERSION =
  /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/;
const LARGEST_NUMBER = `${2n ** 64n - 1n}`;
const DIGITS = /^\d+$/;

/** The version that the text is, if kpack reads it as one. */
export function parseVersion(text: string): Version | undefined {
  const match = VERSION.exec(text);
  if (match === null) return undefined;
  const numbers = [canonical(match[1]), canonical(match[2]), canonical(match[3])] as const;
  const prerelease = match[4] === undefined ? [] : match[4].split('.');
  if (numbers.some((number) => compareDigits(number, LARGEST_NUMBER) > 0)) return undefined;
  if (prerelease.some((part) => part.length > 1 && part.startsWith('0') && DIGITS.test(part))) return undefined;
  return { text, numbers, prerelease };
}

/** Precedence by semver.org 2.0.0, clause 11: build metadata is no part of it (clause 10). */
export function compareVersions(a: Version, b: Version): number {
  return (
    compareDigits(a.numbers[0], b.numbers[0]) ||
    compareDigits(a.numbers[1], b.numbers[1]) ||
    compareDigits(a.numbers[2], b.numbers[2]) ||
    comparePrereleases(a.prerelease, b.prerelease)
  );
}

function comparePrereleases(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return Math.sign(b.length - a.length);
  for (const [index, part] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    const difference = compareParts(part, other);
    if (difference !== 0) return difference;
  }
  return a.length < b.length ? -1 : 0;
}

/** Numbers by size and before words, words by their bytes. */
function compareParts(a: string, b: string): number {
  const isNumber = DIGITS.test(a);
  if (isNumber !== DIGITS.test(b)) return isNumber ? -1 : 1;
  return isNumber ? compareDigits(a, b) : compareTexts(a, b);
}

function compareDigits(a: string, b: string): number {
  return a.length === b.length ? compareTexts(a, b) : Math.sign(a.length - b.length);
}

function canonical(digits = '0'): string {
  return digits.length === 1 ? digits : digits.replace(/^0+(?=\d)/, '');
}
