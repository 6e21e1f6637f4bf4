import { Counter, Gauge, type Registry } from 'prom-client';

/** Counts resolutions of sources and queries to git servers. */
export interface GitMetrics {
  /** Counts a reconcile of a SourceResolver by the kind of its source and its outcome. */
  readonly resolution: (source: string, outcome: string) => void;
  /** Counts a query by its outcome: `answered`, or the reason of its failure. */
  readonly query: (outcome: string) => void;
  /** Counts a query about the version of a blob or image by the kind of the source and the outcome. */
  readonly versionQuery: (source: string, outcome: string) => void;
  /** Counts a report of a push by its outcome. */
  readonly delivery: (outcome: string) => void;
  /** Sets the function that returns the age of the oldest due query in milliseconds. */
  readonly setOldestQuery: (ageMs: () => number) => void;
  /** Does the same for queries about versions. */
  readonly setOldestVersionQuery: (ageMs: () => number) => void;
}

/** Registers the metrics of sources. */
export function gitMetrics(registry: Registry): GitMetrics {
  const registers = [registry];
  let [ageMs, versionAgeMs] = [none, none];
  const resolutions = new Counter({
    name: 'taskpack_source_resolutions_total',
    help: 'Reconciles of SourceResolvers',
    labelNames: ['source', 'outcome'],
    registers,
  });
  const queries = new Counter({
    name: 'taskpack_git_polls_total',
    help: 'Polls of git servers for a revision',
    labelNames: ['outcome'],
    registers,
  });
  const versionQueries = new Counter({
    name: 'taskpack_source_version_polls_total',
    help: 'Polls of servers for the version of a blob or image',
    labelNames: ['source', 'outcome'],
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
  const oldestVersion: Gauge = new Gauge({
    name: 'taskpack_source_version_oldest_poll_seconds',
    help: 'Age of the oldest due poll for the version of a blob or image without an answer',
    registers,
    collect: () => oldestVersion.set(versionAgeMs() / 1000),
  });
  return {
    resolution: (source, outcome) => resolutions.inc({ source, outcome }),
    query: (outcome) => queries.inc({ outcome }),
    versionQuery: (source, outcome) => versionQueries.inc({ source, outcome }),
    delivery: (outcome) => deliveries.inc({ outcome }),
    setOldestQuery: (age) => {
      ageMs = age;
    },
    setOldestVersionQuery: (age) => {
      versionAgeMs = age;
    },
  };
}

function none(): number {
  return 0;
}
