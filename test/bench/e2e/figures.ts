import { POD_STATES, type PodState } from './pod-times.ts';
import type { Sample } from './sample.ts';

/** Returns the median. */
function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}

/** The medians of one variant's samples, in milliseconds. */
export interface Figures {
  readonly whole: number;
  readonly least: number;
  readonly most: number;
  readonly success: number;
  readonly pod: number;
  /** The states that every sample's Pod reached before its first program, in their order. */
  readonly states: ReadonlyMap<PodState, number>;
  readonly before: number;
  readonly after: number;
  /** The median of all gaps of all samples. Absent with one phase. */
  readonly gap: number;
  /** The median of the sums of each sample's gaps. */
  readonly gaps: number;
  readonly phases: ReadonlyMap<string, number>;
}

export function figuresOf(samples: readonly Sample[]): Figures {
  const of = (figure: (sample: Sample) => number): number => median(samples.map(figure));
  const wholes = samples.map(({ whole }) => whole);
  const names = new Set(samples.flatMap(({ phases }) => phases.map(({ name }) => name)));
  return {
    whole: median(wholes),
    least: Math.min(...wholes),
    most: Math.max(...wholes),
    success: of(({ success }) => success),
    pod: of(({ pod }) => pod),
    states: statesOf(samples),
    before: of(({ before }) => before),
    after: of(({ after }) => after),
    gap: median(samples.flatMap(({ gaps }) => gaps)),
    gaps: of(({ gaps }) => gaps.reduce((sum, gap) => sum + gap, 0)),
    phases: new Map([...names].map((name) => [name, median(durations(samples, name))])),
  };
}

function statesOf(samples: readonly Sample[]): ReadonlyMap<PodState, number> {
  return new Map(
    POD_STATES.flatMap((state) => {
      const times = samples.flatMap(({ states }) => states.get(state) ?? []);
      return times.length === samples.length ? [[state, median(times)] as const] : [];
    }),
  );
}

function durations(samples: readonly Sample[], name: string): readonly number[] {
  return samples.flatMap(({ phases }) => phases.filter((phase) => phase.name === name).map(({ duration }) => duration));
}
