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
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]): Counter<Label> =>
    new Counter({ name, help, labelNames, registers: [registry] });
  const resolutions = counter('taskpack_source_resolutions_total', 'Reconciles of SourceResolvers', [
    'source',
    'outcome',
  ]);
  const queries = counter('taskpack_git_polls_total', 'Polls of git servers for a revision', ['outcome']);
  const versionQueries = counter(
    'taskpack_source_version_polls_total',
    'Polls of servers for the version of a blob or image',
    ['source', 'outcome'],
  );
  const deliveries = counter('taskpack_webhook_deliveries_total', 'Deliveries of webhooks by git servers', ['outcome']);
  return {
    resolution: (source, outcome) => resolutions.inc({ source, outcome }),
    query: (outcome) => queries.inc({ outcome }),
    versionQuery: (source, outcome) => versionQueries.inc({ source, outcome }),
    delivery: (outcome) => deliveries.inc({ outcome }),
    setOldestQuery: ageGauge(registry, {
      name: 'taskpack_git_oldest_poll_seconds',
      help: 'Age of the oldest due poll of a git server without an answer',
    }),
    setOldestVersionQuery: ageGauge(registry, {
      name: 'taskpack_source_version_oldest_poll_seconds',
      help: 'Age of the oldest due poll for the version of a blob or image without an answer',
    }),
  };
}

/** Registers a gauge in seconds. Returns the setter of the function that each scrape calls; until then, the age is 0. */
function ageGauge(
  registry: Registry,
  metric: { readonly name: string; readonly help: string },
): (ageMs: () => number) => void {
  let ageMs: () => number = none;
  const gauge: Gauge = new Gauge({ ...metric, registers: [registry], collect: () => gauge.set(ageMs() / 1000) });
  return (age) => {
    ageMs = age;
  };
}

function none(): number {
  return 0;
}
