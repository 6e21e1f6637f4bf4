/** A bug of a program that runs builds on clusters, and the files whose tests fail if taskpack has the bug too. */
export interface KnownBug {
  /** An issue of the program, or a name. Each file of `tests` has a comment `Known bug: ID`. */
  readonly id: string;
  readonly bug: string;
  readonly tests: readonly string[];
}

export const KNOWN_BUGS: readonly KnownBug[] = [
  {
    id: 'arguments-split-at-spaces',
    bug: "kpack's build-waiter joins a phase's arguments and splits them at spaces",
    tests: ['fallback-entrypoint/arguments_test.go'],
  },
  {
    id: 'exit-code-lost',
    bug: "kpack's build-waiter exits with 1, whatever the phase exits with",
    tests: ['fallback-entrypoint/order_test.go', 'test/e2e/layouts/failures.test.ts'],
  },
  {
    id: 'signal-not-forwarded',
    bug: "kpack's build-waiter does not forward SIGTERM, so a phase cannot clean up",
    tests: ['fallback-entrypoint/signals_test.go', 'test/e2e/regressions/cancelled.test.ts'],
  },
  {
    id: 'variable-cut-at-equals-sign',
    bug: 'Shipwright cuts the value of an environment variable at its second equals sign',
    tests: ['test/unit/steps/prepare/layout.test.ts', 'test/unit/core/translate/workload-rules.test.ts'],
  },
  {
    id: 'deadline-hides-failure',
    bug: 'kpack reports the deadline that ends a proxy instead of the phase that failed',
    tests: [
      'test/integration/controllers/builds/containers.test.ts',
      'test/unit/controller/builds/failure/workload-cause.test.ts',
    ],
  },
  {
    id: 'success-before-completion',
    bug: 'A Build is reported as successful although its completion step has not ended',
    tests: ['test/unit/regressions/outcome.test.ts', 'test/unit/controller/builds/reconcile/reconcile-build.test.ts'],
  },
  {
    id: 'forged-marks',
    bug: "kpack's phases share a writable volume, so a buildpack can start later phases early",
    tests: ['test/unit/regressions/translated-builds.test.ts', 'test/e2e/regressions/marks.test.ts'],
  },
  {
    id: 'proxy-listed-first',
    bug: 'Woodpecker reads the status of the first container, which can be an injected proxy',
    tests: ['test/unit/regressions/order-of-containers.test.ts', 'test/e2e/injected/injected.test.ts'],
  },
  {
    id: 'native-sidecar-stopped',
    bug: 'A controller asks a native sidecar to quit, and the kubelet starts the sidecar again',
    tests: ['test/unit/controller/builds/decide/decide-on-pod.test.ts', 'test/e2e/layouts/sidecars.test.ts'],
  },
  {
    id: 'proxy-never-ready',
    bug: 'A Build waits for a proxy that never becomes ready, without a deadline',
    tests: [
      'test/integration/regressions/unready-proxies.test.ts',
      'test/integration/controllers/builds/containers.test.ts',
      'test/unit/controller/builds/decide/decide-on-pod.test.ts',
    ],
  },
  {
    id: 'second-workload-after-restart',
    bug: 'Shipwright creates a second workload if its controller restarts before it writes the status',
    tests: ['test/integration/controllers/builds/crashes.test.ts'],
  },
  {
    id: 'tektoncd/pipeline#4731',
    bug: 'Tekton before 0.47 stops an injected proxy only if the Task declares a sidecar that runs',
    tests: [
      'fallback-entrypoint/sidecar_test.go',
      'test/integration/controllers/builds/tekton.test.ts',
      'test/peers/task-runs.test.ts',
    ],
  },
  {
    id: 'shipwright-io/build#320',
    bug: 'The status does not say that a quota or a LimitRange forbids the Pod',
    tests: [
      'test/integration/regressions/forbidden-pods.test.ts',
      'test/unit/controller/builds/start/create-object.test.ts',
      'test/unit/controller/builds/reconcile/retried-start.test.ts',
    ],
  },
  {
    id: 'buildpacks-community/kpack#1255',
    bug: 'An eviction, a lost node or a lack of memory looks like a failure of the phase',
    tests: [
      'test/integration/controllers/builds/native.test.ts',
      'test/unit/controller/builds/failure/workload-cause.test.ts',
      'test/unit/controller/builds/failure/failure.test.ts',
    ],
  },
  {
    id: 'log-lost-on-cancel',
    bug: 'Tekton deletes the Pod of a cancelled TaskRun, and the log with it',
    tests: ['test/integration/controllers/builds/tekton.test.ts', 'test/e2e/regressions/cancelled.test.ts'],
  },
  {
    id: 'highest-version-of-incomparable',
    bug: 'kpack chooses a highest version among versions that are not semantic versions',
    tests: ['test/unit/core/buildpacks/choices.test.ts'],
  },
  {
    id: 'injector-changes-after-dry-run',
    bug: 'Istio injects a classic sidecar although the dry run showed none, because a node joined meanwhile',
    tests: [
      'test/integration/regressions/changing-injector.test.ts',
      'test/unit/controller/builds/decide/decide-on-pod.test.ts',
    ],
  },
  {
    id: 'tektoncd/pipeline#1347',
    bug: "A nop image that contains a shell runs the sidecar's command instead of ending",
    tests: ['test/unit/regressions/translated-builds.test.ts'],
  },
  {
    id: 'opt-out-by-annotation-only',
    bug: 'A mesh that reads labels injects a proxy although the Pod has the annotation to opt out',
    tests: ['test/unit/regressions/translated-builds.test.ts', 'test/integration/injectors/pods.test.ts'],
  },
  {
    id: 'buildpacks-community/kpack#216',
    bug: 'Two concurrent reconciles create two workloads',
    tests: [
      'test/integration/controllers/builds/crashes.test.ts',
      'test/unit/core/runtime/work-queue.properties.test.ts',
    ],
  },
];
