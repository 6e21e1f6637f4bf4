import type { Why } from './choice.ts';
import type { Ranking } from './ranking.ts';
import type { Refuse } from './refuse.ts';
import type { Version } from './version.ts';
import { isInRange, parseRange, type VersionRange } from './version-range.ts';

/** The version to take, the others that would have done, and why. */
export interface ChosenVersion {
  readonly version: string;
  readonly lower: readonly string[];
  readonly why: Why;
}

const MOST_VERSIONS_NAMED = 10;

/** An exact version first, as kpack has it; then a range; the highest where nothing is asked for. */
export function chooseVersion(
  id: string,
  ranking: Ranking,
  wanted: string | undefined,
  refuse: Refuse,
): ChosenVersion | undefined {
  if (wanted === undefined || wanted === '') return chooseHighest(id, ranking, refuse);
  if (ranking.texts.includes(wanted)) return { version: wanted, lower: [], why: { kind: 'exact' } };
  const range = parseRange(wanted);
  if (range !== undefined) return chooseInRange(id, { text: wanted, range }, ranking, refuse);
  return refuse(notFound(id, wanted), offered(ranking));
}

function chooseHighest(id: string, ranking: Ranking, refuse: Refuse): ChosenVersion | undefined {
  if (!areAllVersions(ranking, `cannot find buildpack '${id}' with latest version`, refuse)) return undefined;
  const { versions } = ranking;
  return firstOf(versions, versions.length === 1 ? { kind: 'only' } : { kind: 'highest', of: versions.length });
}

function chooseInRange(
  id: string,
  { text, range }: { readonly text: string; readonly range: VersionRange },
  ranking: Ranking,
  refuse: Refuse,
): ChosenVersion | undefined {
  const task = `cannot find buildpack '${id}' with version '${text}'`;
  if (!areAllVersions(ranking, task, refuse)) return undefined;
  const inside = ranking.versions.map((version) => isInRange(version, range));
  const tooBig = ranking.versions.find((_, index) => inside[index] === undefined);
  if (tooBig !== undefined) return refuse(`${task}: no range can hold the numbers of version '${tooBig.text}'`);
  const matching = ranking.versions.filter((_, index) => inside[index]);
  const why: Why = { kind: 'range', range: text, of: matching.length };
  return firstOf(matching, why) ?? refuse(notFound(id, text), offered(ranking));
}

function firstOf([first, ...others]: readonly Version[], why: Why): ChosenVersion | undefined {
  return first && { version: first.text, lower: others.map(({ text }) => text), why };
}

/** One version that is none spoils the order of all, as in kpack; an exact version is a way out. */
function areAllVersions({ invalid }: Ranking, task: string, refuse: Refuse): boolean {
  for (const text of invalid) refuse(`${task} due to invalid semver '${text}'`);
  return invalid.length === 0;
}

function notFound(id: string, version: string): string {
  return `could not find buildpack with id '${id}' and version '${version}'`;
}

function offered({ texts }: Ranking): string {
  const named = texts.slice(0, MOST_VERSIONS_NAMED).join(', ');
  const rest = texts.length - MOST_VERSIONS_NAMED;
  if (rest > 0) return `there are ${named} and ${rest} more`;
  return texts.length === 1 ? `there is ${named}` : `there are ${named}`;
}
