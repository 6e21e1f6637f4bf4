import { Counter, Gauge, type Registry } from 'prom-client';

/** Counts resolutions of sources and questions to git servers. */
export interface GitMetrics {
  /** Counts a reconcile of a SourceResolver by the kind of its source and its outcome. */
  readonly resolution: (source: string, outcome: string) => void;
  /** Counts a question by its outcome: `answered`, or the reason of its failure. */
  readonly question: (outcome: string) => void;
  /** Counts a report of a push by its outcome. */
  readonly delivery: (outcome: string) => void;
  /** Sets the function that returns the age of the oldest due question in milliseconds. */
  readonly setOldestQuestion: (ageMs: () => number) => void;
}

/** Registers the metrics of sources. */
export function gitMetrics(registry: Registry): GitMetrics {
  const registers = [registry];
  let ageMs = none;
  const resolutions = new Counter({
    name: 'taskpack_source_resolutions_total',
    help: 'Reconciles of SourceResolvers',
    labelNames: ['source', 'outcome'],
    registers,
  });
  const questions = new Counter({
    name: 'taskpack_git_polls_total',
    help: 'Polls of git servers for a revision',
    labelNames: ['outcome'],
    registers,
  });
  const deliveries = new Counter({
    name: 'taskpack_git_hook_deliveries_total',
    help: 'Reports of pushes by git servers',
    labelNames: ['outcome'],
    registers,
  });
  const oldest: Gauge = new Gauge({
    name: 'taskpack_git_oldest_poll_seconds',
    help: 'Age of the oldest due poll of a git server without an answer',
    registers,
    collect: () => oldest.set(ageMs() / 1000),
  });
  return {
    resolution: (source, outcome) => resolutions.inc({ source, outcome }),
    question: (outcome) => questions.inc({ outcome }),
    delivery: (outcome) => deliveries.inc({ outcome }),
    setOldestQuestion: (age) => {
      ageMs = age;
    },
  };
}

function none(): number {
  return 0;
}
