/** A series as promtool writes it: `10+1x30` starts at 10 and adds 1 in each of 30 minutes. */
interface Series {
  readonly series: string;
  readonly values: string;
}

/** The state of an alert after some time with these series. */
export interface AlertCase {
  readonly title: string;
  readonly alert: string;
  readonly input: readonly Series[];
  readonly at: string;
  /** The description of the alert that fires. Absent if no alert fires. */
  readonly fires?: string;
  readonly labels?: Readonly<Record<string, string>>;
}

/** Returns the series of a process. */
function leader(pod: string, name = 'taskpack-controller'): string {
  return `leader_election_master_status{name="${name}",pod="${pod}"}`;
}

const POLLS = 'taskpack_git_polls_total';
const REQUESTS = 'taskpack_registry_requests_total';

export const ALERT_CASES: readonly AlertCase[] = [
  {
    title: 'one process leads',
    alert: 'TaskpackControllerDown',
    input: [
      { series: leader('a'), values: '1x20' },
      { series: leader('b'), values: '0x20' },
    ],
    at: '15m',
  },
  {
    title: 'another process takes over after two minutes',
    alert: 'TaskpackControllerDown',
    input: [
      { series: leader('a'), values: '1x5 0x15' },
      { series: leader('b'), values: '0x7 1x13' },
    ],
    at: '12m',
  },
  {
    title: 'no process leads',
    alert: 'TaskpackControllerDown',
    input: [{ series: leader('a'), values: '1x5 0x15' }],
    at: '15m',
    fires: 'For 5 minutes, no process of the controller has held the Lease, or Prometheus has reached none.',
  },
  {
    title: 'only another controller leads',
    alert: 'TaskpackControllerDown',
    input: [
      { series: leader('a', 'cert-manager-controller'), values: '1x20' },
      { series: leader('b'), values: '0x20' },
    ],
    at: '15m',
    fires: 'For 5 minutes, no process of the controller has held the Lease, or Prometheus has reached none.',
  },
  {
    title: 'the controller of one namespace leads',
    alert: 'TaskpackControllerDown',
    input: [{ series: leader('a', 'taskpack-controller.team'), values: '1x20' }],
    at: '15m',
  },
  {
    title: 'Prometheus reaches no process',
    alert: 'TaskpackControllerDown',
    input: [{ series: 'another', values: '1x20' }],
    at: '15m',
    fires: 'For 5 minutes, no process of the controller has held the Lease, or Prometheus has reached none.',
  },
  {
    title: 'a cache fills',
    alert: 'TaskpackCacheNotSynced',
    input: [{ series: 'taskpack_cache_synced{pod="a",resource="builds"}', values: '0x5 1x30' }],
    at: '30m',
  },
  {
    title: 'a cache does not fill',
    alert: 'TaskpackCacheNotSynced',
    input: [{ series: 'taskpack_cache_synced{pod="a",resource="builds"}', values: '0x30' }],
    at: '20m',
    fires: 'The process a has not listed all builds for 15 minutes.',
    labels: { pod: 'a', resource: 'builds' },
  },
  {
    title: 'many Builds fail because of their authors',
    alert: 'TaskpackBuildsFailForPlatformReasons',
    input: [
      { series: 'taskpack_failed_builds_total{actor="user"}', values: '0+5x40' },
      { series: 'taskpack_failed_builds_total{actor="platform"}', values: '0x20 1x20' },
    ],
    at: '40m',
  },
  {
    title: 'many Builds fail because of the platform',
    alert: 'TaskpackBuildsFailForPlatformReasons',
    input: [{ series: 'taskpack_failed_builds_total{actor="platform"}', values: '0+1x40' }],
    at: '40m',
    fires: '30 Builds of the last 30 minutes failed for a reason that only an operator can fix.',
  },
  {
    title: 'Builds start after 20 minutes',
    alert: 'TaskpackBuildsDoNotStart',
    input: [{ series: 'taskpack_oldest_waiting_build_seconds', values: '0+60x20 0x20' }],
    at: '40m',
  },
  {
    title: 'a Build does not start',
    alert: 'TaskpackBuildsDoNotStart',
    input: [
      { series: 'taskpack_oldest_waiting_build_seconds{pod="a"}', values: '0+60x60' },
      { series: 'taskpack_oldest_waiting_build_seconds{pod="b"}', values: '0+60x60' },
    ],
    at: '40m',
    fires: 'The oldest Build without a started phase was created 40m 0s ago.',
  },
  {
    title: 'a queue drains',
    alert: 'TaskpackBuildQueueOld',
    input: [{ series: 'taskpack_image_builds_oldest_queued_seconds', values: '0+60x100 0x100' }],
    at: '180m',
  },
  {
    title: 'a queue does not drain',
    alert: 'TaskpackBuildQueueOld',
    input: [{ series: 'taskpack_image_builds_oldest_queued_seconds', values: '0+60x200' }],
    at: '150m',
    fires: 'The oldest Build that waits because of a limit has waited for 2h 30m 0s.',
  },
  {
    title: 'one of ten repositories has no login',
    alert: 'TaskpackGitServersFail',
    input: [
      { series: `${POLLS}{outcome="answered"}`, values: '0+9x60' },
      { series: `${POLLS}{outcome="SourceDenied"}`, values: '0+30x60' },
      { series: 'taskpack_git_oldest_poll_seconds', values: '5x60' },
    ],
    at: '60m',
  },
  {
    title: 'half of the git servers do not answer',
    alert: 'TaskpackGitServersFail',
    input: [
      { series: `${POLLS}{outcome="answered"}`, values: '0+9x60' },
      { series: `${POLLS}{outcome="ServerUnavailable"}`, values: '0+9x60' },
    ],
    at: '60m',
    fires: 'More than a fifth of the polls of git servers fail, or a poll has been due for more than 15 minutes.',
  },
  {
    title: 'a poll is not answered',
    alert: 'TaskpackGitServersFail',
    input: [{ series: 'taskpack_git_oldest_poll_seconds', values: '0+60x60' }],
    at: '60m',
    fires: 'More than a fifth of the polls of git servers fail, or a poll has been due for more than 15 minutes.',
  },
  {
    title: 'registries answer that images do not exist',
    alert: 'TaskpackRegistriesFail',
    input: [
      { series: `${REQUESTS}{code="200"}`, values: '0+1x60' },
      { series: `${REQUESTS}{code="404"}`, values: '0+9x60' },
    ],
    at: '60m',
  },
  {
    title: 'registries do not answer',
    alert: 'TaskpackRegistriesFail',
    input: [
      { series: `${REQUESTS}{code="200"}`, values: '0+1x60' },
      { series: `${REQUESTS}{code="503"}`, values: '0+1x60' },
      { series: `${REQUESTS}{code="429"}`, values: '0+1x60' },
      { series: `${REQUESTS}{code="<error>"}`, values: '0+1x60' },
    ],
    at: '60m',
    fires: '75% of the requests to registries fail, or exceed the rate limit of a registry.',
  },
];
