import { compareTexts } from '../model/compare-texts.ts';

/**
 * A buildpack's version, parsed like kpack does (Masterminds/semver, NewVersion): `v1`, `1.2` and the calendar version
 * `2024.01.0` are valid. The numbers are strings of digits, so that large numbers compare exactly. `text` is used for
 * messages and exact matches.
 */
export interface Version {
  readonly text: string;
  /** Major, minor and patch, without leading zeros. */
  readonly numbers: readonly [string, string, string];
  /** Empty for a release. */
  readonly prerelease: readonly string[];
}

/** The expression of Masterminds/semver. npm's `coerce` and `loose` would accept `1.2.3.4` and `latest-1`. */
const VERSION =
  /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/;
const LARGEST_NUMBER = `${2n ** 64n - 1n}`;
const DIGITS = /^\d+$/;

/** The longest version of npm's semver. Longer ones take long to sort and to match. */
const MAX_LENGTH = 256;

/** Parses a version. Returns `undefined` if the text is invalid. */
export function parseVersion(text: string): Version | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const match = VERSION.exec(text);
  if (match === null) return undefined;
  const numbers = [canonical(match[1]), canonical(match[2]), canonical(match[3])] as const;
  const prerelease = match[4] === undefined ? [] : match[4].split('.');
  if (numbers.some((number) => compareDigits(number, LARGEST_NUMBER) > 0)) return undefined;
  if (prerelease.some((part) => part.length > 1 && part.startsWith('0') && DIGITS.test(part))) return undefined;
  return { text, numbers, prerelease };
}

/** Compares by precedence (semver.org 2.0.0, clause 11). Ignores build metadata (clause 10). */
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

/** Compares prerelease identifiers: numbers by value, words as text, numbers before words. */
function compareParts(a: string, b: string): number {
  if (a === b) return 0;
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

import Range from 'semver/classes/range.js';
import SemVer from 'semver/classes/semver.js';

/** A range in the syntax of npm's semver: `^1.2`, `>=1 <3`, `1.x`. */
export type VersionRange = Range;

/**
 * Parses a range. Returns `undefined` if the text is invalid, or if it is a version for kpack. `1.2` is a range for npm, but
 * an order that pins 1.2 must not follow 1.2.x. A range of more than 256 characters is invalid, as versions are.
 */
export function parseRange(text: string): VersionRange | undefined {
  if (text.length > MAX_LENGTH || text.trim() === '' || parseVersion(text) !== undefined) return undefined;
  try {
    return new Range(text);
  } catch {
    return undefined;
  }
}

/** True if the version is in the range. `undefined` if a number exceeds the limit of npm's semver (2^53). */
export function isInRange({ numbers, prerelease }: Version, range: VersionRange): boolean | undefined {
  const label = prerelease.length === 0 ? '' : `-${prerelease.join('.')}`;
  try {
    return range.test(new SemVer(`${numbers.join('.')}${label}`));
  } catch {
    return undefined;
  }
}
