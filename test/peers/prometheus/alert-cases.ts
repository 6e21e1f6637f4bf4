/**
 * The series that Prometheus has at a time, such as `15m`. The values are in promtool's notation: `10+1x30` starts at 10 and adds 1 in
 * each of 30 minutes.
 */
export type AlertCase = readonly [title: string, at: string, series: Readonly<Record<string, string>>];

/** The cases in which an alert fires, and those in which it does not. */
export interface AlertCases {
  readonly alert: string;
  /** The description and the labels of the alert when it fires. */
  readonly description: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly silent: readonly [AlertCase, ...AlertCase[]];
  readonly firing: readonly [AlertCase, ...AlertCase[]];
}

/** Returns the series of a process. */
function leader(pod: string, name = 'taskpack-controller'): string {
  return `leader_election_master_status{name="${name}",pod="${pod}"}`;
}

const POLLS = 'taskpack_git_polls_total';
const REQUESTS = 'taskpack_registry_requests_total';

export const ALERT_CASES: readonly AlertCases[] = [
  {
    alert: 'TaskpackControllerDown',
    description: 'For 5 minutes, no process of the controller has held the Lease, or Prometheus has reached none.',
    silent: [
      ['one process leads', '15m', { [leader('a')]: '1x20', [leader('b')]: '0x20' }],
      ['another process takes over after two minutes', '12m', { [leader('a')]: '1x5 0x15', [leader('b')]: '0x7 1x13' }],
      ['the controller of one namespace leads', '15m', { [leader('a', 'taskpack-controller.team')]: '1x20' }],
    ],
    firing: [
      ['no process leads', '15m', { [leader('a')]: '1x5 0x15' }],
      [
        'only another controller leads',
        '15m',
        { [leader('a', 'cert-manager-controller')]: '1x20', [leader('b')]: '0x20' },
      ],
      ['Prometheus reaches no process', '15m', { another: '1x20' }],
    ],
  },
  {
    alert: 'TaskpackCacheNotSynced',
    description: 'The process a has not listed all builds for 15 minutes.',
    labels: { pod: 'a', resource: 'builds' },
    silent: [['a cache fills', '30m', { 'taskpack_cache_synced{pod="a",resource="builds"}': '0x5 1x30' }]],
    firing: [['a cache does not fill', '20m', { 'taskpack_cache_synced{pod="a",resource="builds"}': '0x30' }]],
  },
  {
    alert: 'TaskpackBuildsFailForPlatformReasons',
    description: '30 Builds of the last 30 minutes failed for a reason that only an operator can fix.',
    silent: [
      [
        'many Builds fail because of their authors',
        '40m',
        {
          'taskpack_failed_builds_total{actor="user"}': '0+5x40',
          'taskpack_failed_builds_total{actor="platform"}': '0x20 1x20',
        },
      ],
    ],
    firing: [
      [
        'many Builds fail because of the platform',
        '40m',
        { 'taskpack_failed_builds_total{actor="platform"}': '0+1x40' },
      ],
    ],
  },
  {
    alert: 'TaskpackBuildsDoNotStart',
    description: 'The oldest Build without a started phase was created 40m 0s ago.',
    silent: [['Builds start after 20 minutes', '40m', { taskpack_oldest_waiting_build_seconds: '0+60x20 0x20' }]],
    firing: [
      [
        'a Build does not start',
        '40m',
        {
          'taskpack_oldest_waiting_build_seconds{pod="a"}': '0+60x60',
          'taskpack_oldest_waiting_build_seconds{pod="b"}': '0+60x60',
        },
      ],
    ],
  },
  {
    alert: 'TaskpackBuildQueueOld',
    description: 'The oldest Build that waits because of a limit has waited for 2h 30m 0s.',
    silent: [['a queue drains', '180m', { taskpack_image_builds_oldest_queued_seconds: '0+60x100 0x100' }]],
    firing: [['a queue does not drain', '150m', { taskpack_image_builds_oldest_queued_seconds: '0+60x200' }]],
  },
  {
    alert: 'TaskpackGitServersFail',
    description: 'More than a fifth of the polls of git servers fail, or a poll has been due for more than 15 minutes.',
    silent: [
      [
        'one of ten repositories has no login',
        '60m',
        {
          [`${POLLS}{outcome="answered"}`]: '0+9x60',
          [`${POLLS}{outcome="SourceDenied"}`]: '0+30x60',
          taskpack_git_oldest_poll_seconds: '5x60',
        },
      ],
    ],
    firing: [
      [
        'half of the git servers do not answer',
        '60m',
        { [`${POLLS}{outcome="answered"}`]: '0+9x60', [`${POLLS}{outcome="ServerUnavailable"}`]: '0+9x60' },
      ],
      ['a poll is not answered', '60m', { taskpack_git_oldest_poll_seconds: '0+60x60' }],
    ],
  },
  {
    alert: 'TaskpackRegistriesFail',
    description: '75% of the requests to registries fail, or exceed the rate limit of a registry.',
    silent: [
      [
        'registries answer that images do not exist',
        '60m',
        { [`${REQUESTS}{code="200"}`]: '0+1x60', [`${REQUESTS}{code="404"}`]: '0+9x60' },
      ],
    ],
    firing: [
      [
        'registries do not answer',
        '60m',
        {
          [`${REQUESTS}{code="200"}`]: '0+1x60',
          [`${REQUESTS}{code="503"}`]: '0+1x60',
          [`${REQUESTS}{code="429"}`]: '0+1x60',
          [`${REQUESTS}{code="<error>"}`]: '0+1x60',
        },
      ],
    ],
  },
];
