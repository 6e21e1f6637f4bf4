import { Counter, Histogram, type Registry } from 'prom-client';

/** Counts finished Builds and measures their phases. */
export interface BuildMetrics {
  /** Counts a finished Build. The outcome is `succeeded` or the reason of the failure. */
  readonly buildEnded: (outcome: string, backend: string) => void;
  readonly phaseEnded: (phase: string, backend: string, seconds: number) => void;
}

/** The allowed values of the labels. Any other value becomes `other`, so that a Build cannot create a time series. */
export interface BuildLabels {
  readonly outcomes: readonly string[];
  readonly phases: readonly string[];
  readonly backends: readonly string[];
}

const PHASE_BUCKETS = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800, 3600];

/** Registers the metrics of Builds. */
export function buildMetrics(registry: Registry, { outcomes, phases, backends }: BuildLabels): BuildMetrics {
  const registers = [registry];
  const builds = new Counter({
    name: 'taskpack_builds_total',
    help: 'Finished Builds',
    labelNames: ['outcome', 'backend'],
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
    buildEnded: (outcome, backend) =>
      builds.inc({ outcome: oneOf(outcomes, outcome), backend: oneOf(backends, backend) }),
    phaseEnded: (phase, backend, seconds) =>
      duration.observe({ phase: oneOf(phases, phase), backend: oneOf(backends, backend) }, seconds),
  };
}

function oneOf(values: readonly string[], value: string): string {
  return values.includes(value) ? value : 'other';
}
