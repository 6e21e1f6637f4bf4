import type { BuildView, BuildpackView } from './build-view.ts';
import type { BuilderView, OrderEntry } from './builder-view.ts';

/** The order of a builder, with the result of each buildpack's detection. */
export interface DetectionView {
  /** The builder as it is now. Its order may have changed since the Build. */
  readonly builder: string;
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
  const selected = selectedGroup(builder, build.buildpacks);
  const hasFailed = build.phases.some(({ name, state }) => name === 'detect' && state === 'failed');
  return {
    builder: `${builder.builderKind} ${builder.name}`,
    groups: builder.order.map((group, index) => {
      const result = groupResult(index, selected, hasFailed);
      const buildpacks = group.map((entry) => candidate(entry, result, build.buildpacks ?? [], verdicts));
      return { result, buildpacks };
    }),
  };
}

/** Returns the first group all of whose required buildpacks ran, and to which every entry that ran can belong. */
function selectedGroup({ order }: BuilderView, ran: readonly BuildpackView[] | undefined): number | undefined {
  if (ran === undefined || ran.length === 0) return undefined;
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

function groupResult(index: number, selected: number | undefined, hasFailed: boolean): GroupView['result'] {
  if (selected !== undefined) return index < selected ? 'failed' : index === selected ? 'selected' : 'not-tried';
  return hasFailed ? 'failed' : 'unknown';
}

function candidate(
  entry: OrderEntry,
  group: GroupView['result'],
  ran: readonly BuildpackView[],
  verdicts: ReadonlyMap<string, Verdict>,
): CandidateView {
  const verdict = verdicts.get(entry.id);
  const logged = verdict === undefined ? undefined : VERDICTS[verdict];
  switch (group) {
    case 'selected':
      return { ...entry, ...selectedCandidate(entry, ran) };
    case 'not-tried':
      return { ...entry, result: 'not-tried', why: 'an earlier group passed detection' };
    case 'failed':
      return logged === undefined
        ? { ...entry, result: 'failed', why: 'its group did not pass detection' }
        : { ...entry, ...logged };
    case 'unknown':
      return logged === undefined
        ? { ...entry, result: 'unknown', why: 'nothing is known of its detection' }
        : { ...entry, ...logged };
  }
}

function selectedCandidate(entry: OrderEntry, ran: readonly BuildpackView[]): Pick<CandidateView, 'result' | 'why'> {
  if (ran.some((one) => isSame(entry, one))) {
    return { result: 'built', why: 'its group is the first that passed detection' };
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
