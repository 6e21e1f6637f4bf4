import type { ReportProblem } from './problem-list.ts';
import { compareVersions, isInRange, parseRange, parseVersion, type Version, type VersionRange } from './version.ts';

/** The reason for the selected version. `of` is the number of candidate versions. */
export type Why =
  | { readonly kind: 'exact' }
  | { readonly kind: 'only' }
  | { readonly kind: 'highest'; readonly of: number }
  | { readonly kind: 'range'; readonly range: string; readonly of: number };

/** The selected version, the lower versions that also match, and the reason. */
export interface SelectedVersion {
  readonly version: string;
  readonly lower: readonly string[];
  readonly why: Why;
}

const MAX_VERSIONS_NAMED = 10;

/**
 * Selects a version: the exact text if there is one, as in kpack, else the highest version in the range. Without
 * `wanted`, selects the highest version.
 */
export function selectVersion(
  id: string,
  ranking: SortedVersions,
  wanted: string | undefined,
  report: ReportProblem,
): SelectedVersion | undefined {
  if (wanted === undefined || wanted === '') {
    if (!areAllVersions(ranking, `cannot find buildpack '${id}' with latest version`, report)) return undefined;
    const { versions } = ranking;
    return firstOf(versions, versions.length === 1 ? { kind: 'only' } : { kind: 'highest', of: versions.length });
  }
  if (ranking.texts.includes(wanted)) return { version: wanted, lower: [], why: { kind: 'exact' } };
  const range = parseRange(wanted);
  if (range !== undefined) return selectInRange(id, { text: wanted, range }, ranking, report);
  return report(notFound(id, wanted), availableVersions(ranking));
}

function selectInRange(
  id: string,
  { text, range }: { readonly text: string; readonly range: VersionRange },
  ranking: SortedVersions,
  report: ReportProblem,
): SelectedVersion | undefined {
  const task = `cannot find buildpack '${id}' with version '${text}'`;
  if (!areAllVersions(ranking, task, report)) return undefined;
  const inside = ranking.versions.map((version) => isInRange(version, range));
  const tooBig = ranking.versions.find((_, index) => inside[index] === undefined);
  if (tooBig !== undefined) return report(`${task}: the numbers of version '${tooBig.text}' are too large for a range`);
  const matching = ranking.versions.filter((_, index) => inside[index]);
  const why: Why = { kind: 'range', range: text, of: matching.length };
  return firstOf(matching, why) ?? report(notFound(id, text), availableVersions(ranking));
}

function firstOf([first, ...others]: readonly Version[], why: Why): SelectedVersion | undefined {
  return first && { version: first.text, lower: others.map(({ text }) => text), why };
}

/**
 * Reports invalid versions. Like kpack, rejects all versions of a buildpack if one is invalid, unless the order names
 * an exact version.
 */
function areAllVersions({ invalid }: SortedVersions, task: string, report: ReportProblem): boolean {
  for (const text of invalid) report(`${task} due to invalid semver '${text}'`);
  return invalid.length === 0;
}

function notFound(id: string, version: string): string {
  return `could not find buildpack with id '${id}' and version '${version}'`;
}

function availableVersions({ texts }: SortedVersions): string {
  const named = texts.slice(0, MAX_VERSIONS_NAMED).join(', ');
  const rest = texts.length - MAX_VERSIONS_NAMED;
  if (rest > 0) return `available versions: ${named} and ${rest} more`;
  return texts.length === 1 ? `available version: ${named}` : `available versions: ${named}`;
}

/** The versions of one buildpack, sorted. */
export interface SortedVersions {
  /** All texts, each once: versions from high to low, then invalid texts. */
  readonly texts: readonly string[];
  readonly versions: readonly Version[];
  readonly invalid: readonly string[];
}

/** Sorts version texts. Versions of equal precedence (`1.0`, `1.0.0+5`) are sorted by text, as in kpack's statuses. */
export function sortVersions(texts: Iterable<string>): SortedVersions {
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
