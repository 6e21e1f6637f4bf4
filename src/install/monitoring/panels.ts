/** A panel of the Grafana dashboard: one query, drawn over time. */
export interface Panel {
  readonly title: string;
  /** The meaning of the values. */
  readonly description: string;
  /** PromQL. `$job` is the job of the controller, and `$__rate_interval` is Grafana's. */
  readonly query: string;
  /** The name of a series, such as `{{outcome}}`. */
  readonly legend: string;
  /** A unit of Grafana. */
  readonly unit: 'short' | 's' | 'ops' | 'bytes' | 'percentunit';
  /** Series above each other, for parts of a whole. */
  readonly isStacked?: true;
}

export interface Row {
  readonly title: string;
  readonly panels: readonly Panel[];
}

/** Returns the rate of a counter of the controller by a label. */
function rate(counter: string, label: string): string {
  return `sum by (${label}) (rate(${counter}{job=~"$job"}[$__rate_interval]))`;
}

/** Returns a quantile of a histogram of the controller. */
function quantile(share: number, histogram: string, label?: string): string {
  const labels = label === undefined ? 'le' : `le, ${label}`;
  return `histogram_quantile(${share}, sum by (${labels}) (rate(${histogram}_bucket{job=~"$job"}[$__rate_interval])))`;
}

/** Both replicas have the same caches, so gauges of caches are not added up. */
function largest(gauge: string, label?: string): string {
  return `max${label === undefined ? '' : ` by (${label})`} (${gauge}{job=~"$job"})`;
}

/** The rows of the dashboard. */
export const ROWS: readonly Row[] = [
  {
    title: 'Builds',
    panels: [
      {
        title: 'Finished Builds',
        description: 'Builds in the last hour: succeeded, or failed with the reason of the failure.',
        query: 'sum by (result, failure) (increase(taskpack_builds_total{job=~"$job"}[1h]))',
        legend: '{{result}} {{failure}}',
        unit: 'short',
        isStacked: true,
      },
      {
        title: 'Failed Builds by who can fix them',
        description: 'Builds in the last hour. Failures of the platform are those that their authors cannot fix.',
        query: 'sum by (actor) (increase(taskpack_failed_builds_total{job=~"$job"}[1h]))',
        legend: '{{actor}}',
        unit: 'short',
        isStacked: true,
      },
      {
        title: 'Unfinished Builds',
        description: 'Builds that wait for their first phase, and Builds that run.',
        query: largest('taskpack_unfinished_builds', 'state'),
        legend: '{{state}}',
        unit: 'short',
        isStacked: true,
      },
      {
        title: 'Oldest Build that waits',
        description: 'The age of the oldest Build whose first phase has not started.',
        query: largest('taskpack_oldest_waiting_build_seconds'),
        legend: 'age',
        unit: 's',
      },
      {
        title: 'Duration of Builds, 95th percentile',
        description: '95 % of the Builds take at most this time until they succeed or fail.',
        query: quantile(0.95, 'taskpack_build_duration_seconds', 'result'),
        legend: '{{result}}',
        unit: 's',
      },
      {
        title: 'Duration of phases, 95th percentile',
        description: '95 % of the runs of a phase take at most this time.',
        query: quantile(0.95, 'taskpack_phase_duration_seconds', 'phase'),
        legend: '{{phase}}',
        unit: 's',
      },
    ],
  },
  {
    title: 'Images',
    panels: [
      {
        title: 'Images by condition',
        description: 'Images by the status and the reason of their condition Ready.',
        query: largest('taskpack_images', 'ready, reason'),
        legend: '{{ready}} {{reason}}',
        unit: 'short',
        isStacked: true,
      },
      {
        title: 'Builds for Images by reason',
        description: 'Builds that were created for Images in the last hour.',
        query: 'sum by (reason) (increase(taskpack_image_builds_total{job=~"$job"}[1h]))',
        legend: '{{reason}}',
        unit: 'short',
        isStacked: true,
      },
      {
        title: 'Builds that wait because of a limit',
        description: 'By who causes them: a person or a builder.',
        query: largest('taskpack_image_builds_queued', 'initiator'),
        legend: '{{initiator}}',
        unit: 'short',
        isStacked: true,
      },
      {
        title: 'Oldest Build in the queue',
        description: 'The age of the oldest Build that waits because of a limit.',
        query: largest('taskpack_image_builds_oldest_queued_seconds'),
        legend: 'age',
        unit: 's',
      },
    ],
  },
  {
    title: 'Sources and registries',
    panels: [
      {
        title: 'Polls of git servers',
        description: 'By outcome: answered, or the reason of the failure.',
        query: rate('taskpack_git_polls_total', 'outcome'),
        legend: '{{outcome}}',
        unit: 'ops',
        isStacked: true,
      },
      {
        title: 'Oldest due poll of a git server',
        description: 'Much more than the poll interval means that git servers answer too slowly.',
        query: largest('taskpack_git_oldest_poll_seconds'),
        legend: 'age',
        unit: 's',
      },
      {
        title: 'Deliveries of webhooks',
        description: 'Deliveries by git servers, by outcome.',
        query: rate('taskpack_webhook_deliveries_total', 'outcome'),
        legend: '{{outcome}}',
        unit: 'ops',
        isStacked: true,
      },
      {
        title: 'Requests to registries',
        description: 'By status of the response; <error> is a request without a response.',
        query: rate('taskpack_registry_requests_total', 'code'),
        legend: '{{code}}',
        unit: 'ops',
        isStacked: true,
      },
    ],
  },
  {
    title: 'Controller',
    panels: [
      {
        title: 'Leading processes',
        description: 'One process leads, and the others are its standby.',
        query: 'sum(leader_election_master_status{job=~"$job"})',
        legend: 'leading',
        unit: 'short',
      },
      {
        title: 'Reconciles that fail',
        description: 'The share of failed reconciles. Each is retried.',
        query:
          'sum by (controller) (rate(controller_runtime_reconcile_total{job=~"$job", result="error"}[$__rate_interval])) / sum by (controller) (rate(controller_runtime_reconcile_total{job=~"$job"}[$__rate_interval]))',
        legend: '{{controller}}',
        unit: 'percentunit',
      },
      {
        title: 'Duration of reconciles, 99th percentile',
        description: '99 % of the reconciles take at most this time.',
        query: quantile(0.99, 'controller_runtime_reconcile_time_seconds', 'controller'),
        legend: '{{controller}}',
        unit: 's',
      },
      {
        title: 'Keys that wait for a worker',
        description: 'A queue that grows needs more WORKERS.',
        query: largest('workqueue_depth', 'name'),
        legend: '{{name}}',
        unit: 'short',
      },
      {
        title: 'Requests to the API server',
        description: 'By status of the response.',
        query: rate('rest_client_requests_total', 'code'),
        legend: '{{code}}',
        unit: 'ops',
        isStacked: true,
      },
      {
        title: 'Failed lists and watches',
        description: 'By resource. The controller tries again.',
        query: rate('taskpack_cache_failures_total', 'resource'),
        legend: '{{resource}}',
        unit: 'ops',
      },
      {
        title: 'Memory',
        description: 'The resident memory of each process.',
        query: largest('process_resident_memory_bytes', 'pod'),
        legend: '{{pod}}',
        unit: 'bytes',
      },
      {
        title: 'CPU',
        description: 'The CPU cores that each process uses.',
        query: rate('process_cpu_seconds_total', 'pod'),
        legend: '{{pod}}',
        unit: 'short',
      },
    ],
  },
];
