import { compareVersions, parseVersion, type Version } from './version.ts';

/** The versions of one buildpack. */
export interface Ranking {
  /** Every text once: versions from high to low, then what is no version. */
  readonly texts: readonly string[];
  readonly versions: readonly Version[];
  readonly invalid: readonly string[];
}

/** Ranks version texts; those of one precedence (`1.0`, `1.0.0+5`) by the text, as kpack's sorted status does. */
export function rank(texts: Iterable<string>): Ranking {
  const versions: Version[] = [];
  const invalid: string[] = [];
  for (const text of new Set(texts)) {
    const version = parseVersion(text);
    if (version === undefined) invalid.push(text);
    else versions.push(version);
  }
  versions.sort((a, b) => compareVersions(b, a) || (a.text < b.text ? 1 : -1));
  invalid.sort();
  return { texts: [...versions.map(({ text }) => text), ...invalid], versions, invalid };
}
