import semver from 'semver';

const VERSION = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(-[0-9A-Za-z.-]+)?(?:\+.*)?$/;

/** Returns npm's version for a text that is a version for kpack. */
export function strictVersion(text: string): string | undefined {
  const [, major, minor = '0', patch = '0', prerelease = ''] = VERSION.exec(text) ?? [];
  if (major === undefined) return undefined;
  return semver.valid(`${Number(major)}.${Number(minor)}.${Number(patch)}${prerelease}`) ?? undefined;
}

/** Returns the highest version, by text among equal versions. Returns `undefined` if one of the versions is invalid. */
export function highestVersion(texts: readonly string[]): string | undefined {
  const versions = texts.map((text) => ({ text, strict: strictVersion(text) ?? '' }));
  if (versions.some(({ strict }) => strict === '')) return undefined;
  const ranked = versions.toSorted((a, b) => semver.compare(b.strict, a.strict) || (a.text < b.text ? 1 : -1));
  return ranked[0]?.text;
}

/** Returns the versions in the range. */
export function versionsIn(range: string, texts: readonly string[]): readonly string[] {
  return texts.filter((text) => semver.satisfies(strictVersion(text) ?? '', range));
}

/** True if the text is a range and not a version for kpack. */
export function isRange(text: string): boolean {
  return text.trim() !== '' && strictVersion(text) === undefined && semver.validRange(text) !== null;
}
