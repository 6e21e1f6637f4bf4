import { Counter, Histogram, type Registry } from 'prom-client';

/** What is told of Builds. */
export interface BuildMetrics {
  /** A Build has ended: `succeeded`, or the reason of its failure. */
  readonly buildEnded: (outcome: string, backend: string) => void;
  readonly phaseEnded: (phase: string, backend: string, seconds: number) => void;
}

/** All values that the labels ever have: anything else is `other`, so that no Build makes a series of its own. */
export interface BuildLabels {
  readonly outcomes: readonly string[];
  readonly phases: readonly string[];
  readonly backends: readonly string[];
}

const PHASE_BUCKETS = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800, 3600];

/** Metrics of Builds. */
export function buildMetrics(registry: Registry, { outcomes, phases, backends }: BuildLabels): BuildMetrics {
  const registers = [registry];
  const builds = new Counter({
    name: 'taskpack_builds_total',
    help: 'Builds that have ended',
    labelNames: ['outcome', 'backend'],
    registers,
  });
  const duration = new Histogram({
    name: 'taskpack_phase_duration_seconds',
    help: 'How long phases ran',
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
