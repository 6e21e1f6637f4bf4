import type { PhaseView } from './build-phases.ts';
import type { BuildView, BuildpackView } from './build-view.ts';
import type { BuilderView, OrderEntry } from './builder-view.ts';

/** The order of a builder, with the result of each buildpack's detection. */
export interface DetectionView {
  /** The builder as it is now. Its order may have changed since the Build. */
  readonly builder: string;
  /** Why no result is known, as a sentence. Absent if the result of a group or buildpack is known. */
  readonly note?: string;
  readonly groups: readonly GroupView[];
}

/** A group of the order. The first group that passes is built. */
export interface GroupView {
  readonly result: 'selected' | 'failed' | 'not-tried' | 'unknown';
  readonly buildpacks: readonly CandidateView[];
}

/** A buildpack of a group. */
export interface CandidateView {
  readonly id: string;
  readonly version?: string;
  readonly isOptional: boolean;
  readonly result: 'built' | 'passed' | 'failed' | 'skipped' | 'not-tried' | 'unknown';
  /** Why the buildpack was chosen or not, as a sentence without its full stop. */
  readonly why: string;
}

/** Returns the result of each group and buildpack: from the buildpacks that ran, and from the log of detection. */
export function detectionView(
  builder: BuilderView,
  build: Pick<BuildView, 'buildpacks' | 'phases'>,
  detectLog: readonly string[],
): DetectionView {
  const verdicts = verdictsIn(detectLog);
  const ran = build.buildpacks ?? participantsIn(detectLog);
  const selected = selectedGroup(builder, ran);
  const detect = build.phases.find(({ name }) => name === 'detect');
  const isKnown = selected !== undefined || verdicts.size > 0;
  const nonePassed = detect?.state === 'failed' && (verdicts.size > 0 || NONE_PASSED.has(detect.exitCode));
  return {
    builder: `${builder.builderKind} ${builder.name}`,
    ...(!isKnown && !nonePassed && { note: noteOf(build, detect) }),
    groups: builder.order.map((group, index) => {
      const result = groupResult(index, selected, nonePassed);
      return { result, buildpacks: group.map((entry) => candidate(entry, result, { build, ran, verdicts, group })) };
    }),
  };
}

/** The lifecycle's exit codes after the detection of every group. */
const NONE_PASSED: ReadonlySet<number> = new Set([20, 21]);

function noteOf({ phases, buildpacks = [] }: Pick<BuildView, 'buildpacks' | 'phases'>, detect?: PhaseView): string {
  if (phases.some(({ name }) => name === 'rebase')) return 'The Build was a rebase, which runs no detection.';
  if (buildpacks.length > 0) return 'No group has the buildpacks that ran: the order has changed since the Build.';
  switch (detect?.state) {
    case undefined:
    case 'waiting':
    case 'skipped':
      return 'Detection has not run.';
    case 'running':
      return 'Detection has not ended yet.';
    case 'failed':
    case 'stopped':
      return 'Detection ended before it had a result.';
    case 'succeeded':
      return 'The result of detection is not known, because the log of detect cannot be read.';
  }
}

/** Returns the first group all of whose required buildpacks ran, and to which every entry that ran can belong. */
function selectedGroup({ order }: BuilderView, ran: readonly BuildpackView[]): number | undefined {
  if (ran.length === 0) return undefined;
  const found = order.findIndex((group) => {
    const required = group.filter(({ isOptional }) => !isOptional);
    // A buildpack that contains others does not run itself, so its id can be missing.
    const direct = group.filter((entry) => ran.some((one) => isSame(entry, one)));
    return (
      direct.length > 0 &&
      (required.every((entry) => ran.some((one) => isSame(entry, one))) || direct.length === ran.length)
    );
  });
  if (found >= 0) return found;
  // A single group of composite buildpacks is the one that ran.
  return order.length === 1 ? 0 : undefined;
}

function isSame(entry: OrderEntry, ran: BuildpackView): boolean {
  return (
    entry.id === ran.id && (entry.version === undefined || ran.version === undefined || entry.version === ran.version)
  );
}

function groupResult(index: number, selected: number | undefined, nonePassed: boolean): GroupView['result'] {
  if (selected !== undefined) return index < selected ? 'failed' : index === selected ? 'selected' : 'not-tried';
  return nonePassed ? 'failed' : 'unknown';
}

interface Known {
  readonly build: Pick<BuildView, 'buildpacks'>;
  readonly ran: readonly BuildpackView[];
  readonly verdicts: ReadonlyMap<string, Verdict>;
  readonly group: readonly OrderEntry[];
}

function candidate(
  entry: OrderEntry,
  result: GroupView['result'],
  { build, ran, verdicts, group }: Known,
): CandidateView {
  const verdict = verdicts.get(entry.id);
  const logged = verdict === undefined ? undefined : VERDICTS[verdict];
  switch (result) {
    case 'selected':
      return { ...entry, ...selectedCandidate(entry, ran, build) };
    case 'not-tried':
      return { ...entry, result: 'not-tried', why: 'an earlier group passed detection' };
    case 'failed':
      return logged === undefined
        ? { ...entry, result: 'failed', why: `${group.length === 1 ? 'it' : 'its group'} did not pass detection` }
        : { ...entry, ...logged };
    case 'unknown':
      return { ...entry, ...(logged ?? { result: 'unknown', why: 'its result is not known' }) };
  }
}

function selectedCandidate(
  entry: OrderEntry,
  ran: readonly BuildpackView[],
  { buildpacks }: Known['build'],
): Pick<CandidateView, 'result' | 'why'> {
  if (ran.some((one) => isSame(entry, one))) {
    // A Build that has not succeeded names no buildpacks.
    const result = buildpacks === undefined ? 'passed' : 'built';
    return { result, why: 'its group is the first that passed detection' };
  }
  return entry.isOptional
    ? { result: 'skipped', why: 'it is optional, and did not pass detection' }
    : { result: 'unknown', why: 'it contains other buildpacks, or the order has changed since the Build' };
}

type Verdict = 'pass' | 'fail' | 'skip' | 'err';

const VERDICTS: Readonly<Record<Verdict, Pick<CandidateView, 'result' | 'why'>>> = {
  pass: { result: 'passed', why: 'it passed detection, but another buildpack of its group did not' },
  fail: { result: 'failed', why: 'it does not support this source' },
  skip: { result: 'skipped', why: 'it is optional, and does not support this source' },
  err: { result: 'failed', why: 'its detection ended with an error' },
};

const RESULT_LINE = /^(?:\[detector\] )?(pass|fail|skip|err): {1,4}([^\s@]{1,300})(?:@\S*)?(?: \(\d+\))?\s*$/;

function isVerdict(text: string): text is Verdict {
  return Object.hasOwn(VERDICTS, text);
}

/** Reads the results that the lifecycle prints if no group passes (buildpacks/lifecycle, detector.go). The last result counts. */
function verdictsIn(log: readonly string[]): ReadonlyMap<string, Verdict> {
  const verdicts = new Map<string, Verdict>();
  for (const line of log) {
    const [, verdict = '', id] = RESULT_LINE.exec(line) ?? [];
    if (id !== undefined && isVerdict(verdict)) verdicts.set(id, verdict);
  }
  return verdicts;
}

const PARTICIPATING_LINE = /^(?:\[detector\] )?\d{1,4} of \d{1,4} buildpacks participating\s*$/;
const PARTICIPANT_LINE = /^(?:\[detector\] )?(?<id>[^\s@]{1,300}) +(?<version>\S{1,100})\s*$/;

/** Reads the buildpacks that the lifecycle prints if a group passes (buildpacks/lifecycle, detector.go). They end the log. */
function participantsIn(log: readonly string[]): readonly BuildpackView[] {
  const start = log.findLastIndex((line) => PARTICIPATING_LINE.test(line));
  if (start < 0) return [];
  return log.slice(start + 1).flatMap((line) => {
    const { id, version } = PARTICIPANT_LINE.exec(line)?.groups ?? {};
    return id === undefined || version === undefined ? [] : [{ id, version }];
  });
}
