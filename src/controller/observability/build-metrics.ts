import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Actor } from '../../core/model/failures/explanation.ts';

/** Counts finished Builds, and measures them and their phases. */
export interface BuildMetrics {
  /** Counts a finished Build and its time from the creation to the end. */
  readonly buildEnded: (build: EndedBuild) => void;
  readonly phaseEnded: (phase: string, backend: string, seconds: number) => void;
  /** Sets the function that returns the unfinished Builds. */
  readonly setUnfinished: (builds: () => readonly UnfinishedBuild[]) => void;
}

export interface EndedBuild {
  /** The reason of the failure. Absent if the Build succeeded. */
  readonly failure?: string;
  readonly backend: string;
  /** The side that can fix the failure. Absent if the Build succeeded, and for a reason that is not known. */
  readonly actor?: Actor;
  readonly seconds?: number;
}

/** An unfinished Build, which waits until its first phase starts. */
export interface UnfinishedBuild {
  readonly state: 'waiting' | 'running';
  /** Milliseconds since 1970. */
  readonly createdMs: number;
}

/** The allowed values of the labels. Any other value becomes `other`, so that a Build cannot create a time series. */
export interface BuildLabels {
  readonly failures: readonly string[];
  readonly phases: readonly string[];
  readonly backends: readonly string[];
}

const PHASE_BUCKETS = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800, 3600];
const BUILD_BUCKETS = [5, 10, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200];
const ACTORS = ['user', 'platform', 'none', 'unknown'];

/** Registers the metrics of Builds. `now` returns milliseconds since 1970. */
export function buildMetrics(
  registry: Registry,
  { failures: reasons, phases, backends }: BuildLabels,
  now: () => number,
): BuildMetrics {
  const registers = [registry];
  const builds = new Counter({
    name: 'taskpack_builds_total',
    help: 'Finished Builds by result, succeeded or failed, and by the reason of the failure',
    labelNames: ['result', 'failure', 'backend'],
    registers,
  });
  const failures = failureCounter(registers);
  const times = new Histogram({
    name: 'taskpack_build_duration_seconds',
    help: 'Time from the creation of a Build until it succeeded or failed',
    labelNames: ['result', 'backend'],
    buckets: BUILD_BUCKETS,
    registers,
  });
  const duration = new Histogram({
    name: 'taskpack_phase_duration_seconds',
    help: 'Duration of phases',
    labelNames: ['phase', 'backend'],
    buckets: PHASE_BUCKETS,
    registers,
  });
  return {
    buildEnded: ({ failure, backend: named, actor = 'unknown', seconds }) => {
      const backend = oneOf(backends, named);
      const result = failure === undefined ? 'succeeded' : 'failed';
      builds.inc({ result, failure: failure === undefined ? '' : oneOf(reasons, failure), backend });
      if (result === 'failed') failures.inc({ actor });
      if (seconds !== undefined) times.observe({ result, backend }, seconds);
    },
    phaseEnded: (phase, backend, seconds) =>
      duration.observe({ phase: oneOf(phases, phase), backend: oneOf(backends, backend) }, seconds),
    setUnfinished: unfinishedGauges(registers, now),
  };
}

/** All series exist from the start: Prometheus sees no increase in the first sample of a series. */
function failureCounter(registers: Registry[]): Counter<'actor'> {
  const failures = new Counter({
    name: 'taskpack_failed_builds_total',
    help: 'Failed Builds by who can fix the failure: user, platform, none or unknown',
    labelNames: ['actor'],
    registers,
  });
  for (const actor of ACTORS) failures.inc({ actor }, 0);
  return failures;
}

const STATES = ['waiting', 'running'] as const;

/** Returns the setter of the function that each scrape calls. */
function unfinishedGauges(registers: Registry[], now: () => number): BuildMetrics['setUnfinished'] {
  let builds: () => readonly UnfinishedBuild[] = none;
  const count: Gauge<'state'> = new Gauge({
    name: 'taskpack_unfinished_builds',
    help: 'Unfinished Builds by state: waiting until the first phase starts, or running',
    labelNames: ['state'],
    registers,
    collect: () => {
      const states = builds().map(({ state }) => state);
      for (const state of STATES) count.set({ state }, states.filter((one) => one === state).length);
    },
  });
  const oldest: Gauge = new Gauge({
    name: 'taskpack_oldest_waiting_build_seconds',
    help: 'Age of the oldest Build whose first phase has not started',
    registers,
    collect: () => {
      const ages = builds().flatMap(({ state, createdMs }) => (state === 'waiting' ? [now() - createdMs] : []));
      oldest.set(ages.reduce((most, age) => Math.max(most, age), 0) / 1000);
    },
  });
  return (list) => {
    builds = list;
  };
}

function none(): readonly never[] {
  return [];
}

function oneOf(values: readonly string[], value: string): string {
  return values.includes(value) ? value : 'other';
}
