import SemVer from 'semver/classes/semver.js';

/** True if a version is older than another. False for a version without numbers, such as `devel`. */
export function isOlderVersion(version: string | undefined, than: string): boolean {
  const numbers = versionNumbers(version);
  return numbers !== undefined && new SemVer(numbers).compare(than) < 0;
}

/** Returns the major and minor number of a version: `1.30` for `1.30.0`. */
export function minorVersion(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}

/** Returns the three numbers of a version such as `v1.15.0`, `1.15` or `v1.35.4+k3s1`; `undefined` for any other text. */
export function versionNumbers(version = ''): string | undefined {
  const found = /^v?(\d{1,9})\.(\d{1,9})(?:\.(\d{1,9}))?(?:[-+].*)?$/.exec(version);
  if (found === null) return undefined;
  const [, major, minor, patch = '0'] = found;
  return [major, minor, patch].map(Number).join('.');
}
