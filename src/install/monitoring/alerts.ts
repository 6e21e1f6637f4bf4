import { LEADERS } from './leaders.ts';

/** An alert of the PrometheusRule, with its page of docs/reference/alerts.md. */
export interface Alert {
  readonly name: string;
  readonly severity: 'critical' | 'warning';
  /** PromQL that returns a series while the alert is due. */
  readonly expression: string;
  /** The time for which the expression must hold, as Prometheus writes durations. */
  readonly holdsFor: string;
  readonly summary: string;
  /** May contain templates of Prometheus, such as `{{ $value | humanizeDuration }}`. */
  readonly description: string;
  /** The consequence for users while the alert is due. */
  readonly effect: string;
  /** The actions of the operator, in order. Markdown. */
  readonly steps: readonly string[];
}

/** The failures of a git server as a whole, whatever the repository and the credentials (src/git-references/git-error.ts). */
const SERVER_FAILURES = 'NetworkFailed|ServerUnavailable|TlsFailed';

/** The responses of a registry that does not work, and requests without a response. */
const REGISTRY_FAILURES = '5..|429|<error>';

/** Few alerts, each about a state in which an operator has to act. */
export const ALERTS: readonly Alert[] = [
  {
    name: 'TaskpackControllerDown',
    severity: 'critical',
    expression: `(sum(${LEADERS}) or vector(0)) < 1`,
    holdsFor: '5m',
    summary: 'No controller of taskpack leads.',
    description: 'For 5 minutes, no process of the controller has held the Lease, or Prometheus has reached none.',
    effect: 'No Build starts, and no finished Build gets its result. Builds that run continue to run.',
    steps: [
      'See if the Pods run: `kubectl get pods -n taskpack`.',
      'Read why a Pod is not ready: `kubectl get --raw /api/v1/namespaces/taskpack/pods/POD:9090/proxy/readyz`, and its log.',
      'If the Pods are ready, see if Prometheus reaches port 9090 of the Pods: a NetworkPolicy may keep it out.',
    ],
  },
  {
    name: 'TaskpackCacheNotSynced',
    severity: 'warning',
    expression: 'min by (pod, resource) (taskpack_cache_synced) == 0',
    holdsFor: '15m',
    summary: 'The controller cannot list {{ $labels.resource }}.',
    description: 'The process {{ $labels.pod }} has not listed all {{ $labels.resource }} for 15 minutes.',
    effect: 'The process does not start to work, or cannot take over.',
    steps: [
      'Search the log for `cannot list`: `kubectl logs -n taskpack -l app.kubernetes.io/component=controller | grep "cannot list"`.',
      'If the API server refuses the request, apply `config/200-rbac.yaml` of this version. If a definition is missing, apply `config/300-crds`.',
    ],
  },
  {
    name: 'TaskpackBuildsFailForPlatformReasons',
    severity: 'warning',
    expression: 'sum(increase(taskpack_failed_builds_total{actor="platform"}[30m])) > 3',
    holdsFor: '5m',
    summary: 'Builds fail for reasons that their authors cannot fix.',
    description:
      '{{ $value | humanize }} Builds of the last 30 minutes failed for a reason that only an operator can fix.',
    effect: 'Authors see failed Builds that they did not cause.',
    steps: [
      'Find the reason: the Grafana dashboard shows failures by reason, and so does `sum by (failure) (increase(taskpack_builds_total{result="failed"}[30m]))`.',
      'Look the reason up in [Why a Build fails](build-failures.md).',
      'Read what one of the Builds reports: `taskpack status build/NAME -n NAMESPACE`. `taskpack doctor` checks the cluster.',
    ],
  },
  {
    name: 'TaskpackBuildsDoNotStart',
    severity: 'warning',
    expression: 'max(taskpack_oldest_waiting_build_seconds) > 1800',
    holdsFor: '5m',
    summary: 'A Build has waited for more than 30 minutes for its first phase.',
    description: 'The oldest Build without a started phase was created {{ $value | humanizeDuration }} ago.',
    effect: 'Builds exist and do not run.',
    steps: [
      'Find the Build and its reason: `kubectl get builds.kpack.io -A --sort-by=.metadata.creationTimestamp`, and `taskpack status build/NAME -n NAMESPACE`.',
      'If the Pod has no node, add nodes or lower the limits of Builds ([Limit Builds](../how-to/limit-builds.md)). If the node pulls an image, see if the registry answers.',
      'If the Build has no Pod, read the log of the controller, or of Tekton. If a queue such as Kueue holds the Pod back, raise the threshold of this alert.',
    ],
  },
  {
    name: 'TaskpackBuildQueueOld',
    severity: 'warning',
    expression: 'max(taskpack_image_builds_oldest_queued_seconds) > 7200',
    holdsFor: '15m',
    summary: 'Builds of Images have waited in the queue for more than two hours.',
    description: 'The oldest Build that waits because of a limit has waited for {{ $value | humanizeDuration }}.',
    effect: 'Images are out of date. After a new stack this is normal for some hours.',
    steps: [
      'See how many Builds wait and run: `taskpack_image_builds_queued` and `taskpack_unfinished_builds`.',
      'Raise `MAX_UNFINISHED_BUILDS` or `MAX_UNFINISHED_BUILDS_PER_NAMESPACE` if the cluster has room ([Limit Builds](../how-to/limit-builds.md)).',
    ],
  },
  {
    name: 'TaskpackGitServersFail',
    severity: 'warning',
    expression: `sum(rate(taskpack_git_polls_total{outcome=~"${SERVER_FAILURES}"}[15m])) / sum(rate(taskpack_git_polls_total[15m])) > 0.2 or max(taskpack_git_oldest_poll_seconds) > 900`,
    holdsFor: '15m',
    summary: 'Git servers do not answer.',
    description: 'More than a fifth of the polls of git servers fail, or a poll has been due for more than 15 minutes.',
    effect: 'Commits cause no Builds, or cause them late.',
    steps: [
      'List the SourceResolvers that fail: `kubectl get sourceresolvers.kpack.io -A`. Their conditions name the server and the error.',
      'See if the controller can reach the server: its proxy, `ALLOWED_ADDRESSES`, and the NetworkPolicy of the controller.',
      'If polls are late without errors, the servers are too slow for the number of repositories: raise `SOURCE_POLL_INTERVAL`, or let the servers [report pushes](../how-to/rebuild-on-push.md).',
    ],
  },
  {
    name: 'TaskpackRegistriesFail',
    severity: 'warning',
    expression: `sum(rate(taskpack_registry_requests_total{code=~"${REGISTRY_FAILURES}"}[15m])) / sum(rate(taskpack_registry_requests_total[15m])) > 0.2`,
    holdsFor: '15m',
    summary: 'Registries do not answer the controller.',
    description:
      '{{ $value | humanizePercentage }} of the requests to registries fail, or exceed the rate limit of a registry.',
    effect:
      'Builders are out of date. Builds start late, and the status of a finished Build can lack its stack and buildpacks.',
    steps: [
      'Find the registry: `kubectl get clusterbuilders,builders,clusterstores,clusterstacks -A` shows conditions with the error.',
      'If the code is 429, raise `TAG_RECHECK_INTERVAL`, or set a mirror (`REGISTRY_MIRRORS`).',
      'If there is no response, see if the controller can reach the registry: its proxy, `REGISTRY_CA_FILE`, and the NetworkPolicy of the controller.',
    ],
  },
];
