import semver from 'semver';

const VERSION = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(-[0-9A-Za-z.-]+)?(?:\+.*)?$/;

/** The version as npm's semver reads it, where kpack reads one. */
export function strictVersion(text: string): string | undefined {
  const [, major, minor = '0', patch = '0', prerelease = ''] = VERSION.exec(text) ?? [];
  if (major === undefined) return undefined;
  return semver.valid(`${Number(major)}.${Number(minor)}.${Number(patch)}${prerelease}`) ?? undefined;
}

/** Whether a number of the version begins with a zero that says nothing. */
export function hasLeadingZero(text: string): boolean {
  return /^v?(?:\d+\.){0,2}0\d/.test(text);
}

/** The highest of some versions, of equal ones that with the highest text; nothing where one of them is none. */
export function highestVersion(texts: readonly string[]): string | undefined {
  const versions = texts.map((text) => ({ text, strict: strictVersion(text) ?? '' }));
  if (versions.some(({ strict }) => strict === '')) return undefined;
  const ranked = versions.toSorted((a, b) => semver.compare(b.strict, a.strict) || (a.text < b.text ? 1 : -1));
  return ranked[0]?.text;
}

/** Those of the versions that are in the range. */
export function versionsIn(range: string, texts: readonly string[]): readonly string[] {
  return texts.filter((text) => semver.satisfies(strictVersion(text) ?? '', range));
}

/** Whether the text is a range, and no version to kpack. */
export function isRange(text: string): boolean {
  return text.trim() !== '' && strictVersion(text) === undefined && semver.validRange(text) !== null;
}
