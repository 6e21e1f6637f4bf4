import Range from 'semver/classes/range.js';
import SemVer from 'semver/classes/semver.js';
import { parseVersion, type Version } from './version.ts';

/** Some versions, as npm's semver writes them: `^1.2`, `>=1 <3`, `1.x`. */
export type VersionRange = Range;

/**
 * The range that the text is. What kpack reads as a version is none, though `1.2` is one for npm: an order that pins
 * 1.2 must not begin to follow 1.2.x.
 */
export function parseRange(text: string): VersionRange | undefined {
  if (text.trim() === '' || parseVersion(text) !== undefined) return undefined;
  try {
    return new Range(text);
  } catch {
    return undefined;
  }
}

/** Whether the version is in the range; `undefined` where it has a number that npm's semver cannot hold (2^53). */
export function isInRange({ numbers, prerelease }: Version, range: VersionRange): boolean | undefined {
  const label = prerelease.length === 0 ? '' : `-${prerelease.join('.')}`;
  try {
    return range.test(new SemVer(`${numbers.join('.')}${label}`));
  } catch {
    return undefined;
  }
}
