import { compareVersions, parseVersion } from '../version.ts';

/** Whether a CNB API version (`major.minor`) is the other or a later one: `0.10` is later than `0.9`. */
export function isApiAtLeast(api: string | undefined, least: string): boolean {
  const [version, bound] = [parseVersion(api ?? ''), parseVersion(least)];
  return version !== undefined && bound !== undefined && compareVersions(version, bound) >= 0;
}
