/** Something that builds on clusters are known to get wrong, and the tests that fail where it is so here. */
export interface Regression {
  readonly number: number;
  /** How it is here. */
  readonly world: string;
  /** By file: titles of tests in full, or functions where the file is Go's. */
  readonly proofs: Readonly<Record<string, readonly string[]>>;
}

const WAITER = 'fallback-entrypoint';
const BUILDS = 'test/integration/controllers/build';
const DECIDE = 'test/unit/controllers/build/decide/decide-on-pod.test.ts';
const CAUSES = 'test/unit/controllers/build/failure/failure-cause-of.test.ts';
const ON_NODE = 'test/e2e/regressions';

/** Numbers stay with what they stand for. */
export const REGRESSIONS: readonly Regression[] = [
  {
    number: 1,
    world: 'arguments reach a phase byte for byte, whatever is in them, though the waiter hands them over',
    proofs: {
      [`${WAITER}/arguments_test.go`]: [
        'TestArgumentsReachTheCommandByteForByte',
        'TestRandomArgumentsReachTheCommandByteForByte',
      ],
    },
  },
  {
    number: 2,
    world: 'the exit code of a phase is the code of its container',
    proofs: {
      [`${WAITER}/order_test.go`]: ['TestExitCodesAreTheCommands'],
      'test/e2e/layouts/failures.test.ts': [
        "a phase that fails on the node is told by the pod's status, whichever it is: containers layout",
      ],
    },
  },
  {
    number: 3,
    world: 'a phase is told to end, and has the time of its Pod to do so',
    proofs: {
      [`${WAITER}/signals_test.go`]: [
        'TestSignalsArePassedOnToTheCommandAndItsChildren',
        'TestCommandAloneDecidesWhatASignalMeans',
      ],
      [`${ON_NODE}/cancelled.test.ts`]: ['init containers', 'regular containers'].map(
        (backend) => `a Build that is cancelled on the node 6.1.3: may put away what it has (${backend})`,
      ),
    },
  },
  {
    number: 4,
    world: 'variables reach buildpacks byte for byte, be there equals signs or ends of lines in them',
    proofs: {
      'test/unit/steps/prepare/layout.test.ts': ['prepare: what the lifecycle reads has variables byte for byte'],
      'test/unit/translate/workload-rules.test.ts': ['taskrun', 'pod in init layout', 'pod in containers layout'].map(
        (backend) =>
          `every ${backend} carries what users write as data, byte for byte, and in no place where it would be replaced`,
      ),
    },
  },
  {
    number: 5,
    world: 'a phase that fails beside a proxy is what the Build failed by, and not the deadline that ends the proxy',
    proofs: {
      [`${BUILDS}/containers.test.ts`]: [
        'Builds as Pods, whose phases are containers beside injected ones fail with the phase that failed, not with the deadline by which the proxy was stopped',
      ],
      [CAUSES]: ['Cause of a failure is a phase, its sidecars stopped by a deadline'],
    },
  },
  {
    number: 6,
    world: 'no Build has succeeded before completion has',
    proofs: {
      'test/regressions/outcome.test.ts': [
        'a Build whose containers say all kinds of things 6.1.6: has made an image once completion has ended with 0, and not before, whatever its Pod says',
        'a Build whose containers say all kinds of things 6.1.6: has made an image once completion has ended with 0, and not before, whatever its TaskRun says',
      ],
      'test/unit/controllers/build/reconcile/reconcile-build.test.ts': [
        'a Build that is reconciled fails where it says nothing of what it has made',
      ],
    },
  },
  {
    number: 7,
    world: 'no phase can leave the mark of another, or change the waiter',
    proofs: {
      'test/regressions/translated-builds.test.ts': [
        'every Build that is translated 6.1.7: lets no container but its own write the mark of a phase, nor change the waiter (hook)',
        'every Build that is translated 6.1.7: lets no container but its own write the mark of a phase, nor change the waiter (init)',
      ],
      [`${ON_NODE}/marks.test.ts`]: [
        'a build phase on the node that would have others begin 6.1.7: can write no mark of theirs, and not change the waiter',
      ],
    },
  },
  {
    number: 8,
    world: 'a proxy that comes before all phases is not taken for one',
    proofs: {
      'test/regressions/order-of-containers.test.ts': [
        'containers of a Pod in any order 6.1.8: are told apart by their names: a Pod whose proxy comes first is as far as one whose proxy comes last',
        'containers of a Pod in any order 6.1.8: are told apart by their names: steps and proxy of a TaskRun may be listed in any order',
      ],
      'test/e2e/injected/injected.test.ts': ['taskrun', 'containers'].map(
        (layout) =>
          `from source to image beside injected proxies, on the node as ${layout} istio-classic-holding-back: succeeds, and nothing of it goes on running`,
      ),
    },
  },
  {
    number: 9,
    world: 'a native sidecar is left to the kubelet, which would start it again',
    proofs: {
      [DECIDE]: [
        'what is decided for Builds with a Pod of a Pod whose phases have ended, beside a native sidecar, which the kubelet ends',
      ],
      'test/e2e/layouts/sidecars.test.ts': ['istio', 'linkerd'].map(
        (mesh) =>
          `the containers layout beside an injected proxy, on the node ${mesh}-native: begins when the proxy is ready, reports, and ends with it`,
      ),
    },
  },
  {
    number: 10,
    world: 'a proxy that does not become ready ends the Build in time, with its own words',
    proofs: {
      'test/integration/regressions/unready-proxies.test.ts': [
        'Builds as TaskRuns whose first step waits for a proxy 6.1.10: fail where it does not become ready in time',
        'Builds as TaskRuns whose first step waits for a proxy 6.1.10: go on where it has, though it is not any more',
      ],
      [`${BUILDS}/containers.test.ts`]: [
        'Builds as Pods, whose phases are containers beside injected ones fail where the proxy does not become ready in time',
      ],
      [DECIDE]: [
        'what is decided for Builds with a Pod of a closed gate with a proxy that does not become ready',
        'what is decided for Builds with a Pod of a closed gate with a proxy that is not ready yet',
      ],
    },
  },
  {
    number: 11,
    world: 'a controller that dies between making a workload and noting it leaves a Build with one workload',
    proofs: {
      [`${BUILDS}/crashes.test.ts`]: ['containers', 'init', 'tekton'].map(
        (way) =>
          `Builds whose controller is killed after any of its writes end all the same, with no workload too many: ${way}`,
      ),
    },
  },
  {
    number: 12,
    world: 'a TaskRun declares a sidecar that runs until it is told to end, and none where Tekton would not tell it',
    proofs: {
      [`${WAITER}/sidecar_test.go`]: ['TestSidecarEndsWhenItIsTold'],
      [`${BUILDS}/tekton.test.ts`]: [
        'Builds as TaskRuns whose declared sidecars are native ones declare none, from the first on, which would never end',
      ],
      'test/e2e/task-runs.test.ts': [
        'a TaskRun beside an injected proxy, on the node by default istio-classic with dummy: TaskRun Succeeded, pod Succeeded',
        'a TaskRun beside an injected proxy, on the node by default istio-classic without dummy: TaskRun Succeeded, pod Succeeded',
        'a TaskRun beside an injected proxy, on the node with enable-kubernetes-sidecar istio-classic with dummy: TaskRun Running, pod Running',
      ],
    },
  },
  {
    number: 13,
    world: 'a Build whose Pod is forbidden says so, and by whom',
    proofs: {
      'test/integration/regressions/forbidden-pods.test.ts': [
        'Builds whose Pods are forbidden 6.1.13: wait for room in a quota, say so, and begin once there is some',
        'Builds whose Pods are forbidden 6.1.13: say which LimitRange they are beyond',
        'Builds whose Pods are forbidden 6.1.13: wait for room in a quota as TaskRuns, and say so',
        'Builds whose Pods are forbidden 6.1.13: fail as TaskRuns beyond a LimitRange, and say so',
      ],
      'test/unit/controllers/build/start/rejection.test.ts': [
        'what the API server means when it does not take an object rejected: 403 pods "x" is forbidden: violates PodSecurity "restricted:latest": host namespaces',
      ],
      'test/unit/controllers/build/reconcile/retried-start.test.ts': [
        'the start of a Build that is tried again ends the Build when that has been so for a minute',
      ],
    },
  },
  {
    number: 14,
    world: 'too little memory, too much on the disk, an eviction and a lost node are told apart from what a phase did',
    proofs: {
      [`${BUILDS}/native.test.ts`]: [
        'Builds as Pods, whose phases are init containers fail when their Pod is evicted',
        'Builds as Pods, whose phases are init containers fail when their Pod is preempted',
        'Builds as Pods, whose phases are init containers fail when the node of their Pod is lost',
      ],
      [CAUSES]: [
        'Cause of a failure is too little memory',
        'Cause of a failure is a container that the kubelet cannot find',
      ],
      'test/unit/controllers/build/failure/failure-of.test.ts': [
        'Failure has words for too much on the disk',
        'Failure has words for too much in a volume',
      ],
    },
  },
  {
    number: 15,
    world: 'what a Build said before it was cancelled or took too long is not lost',
    proofs: {
      [`${BUILDS}/tekton.test.ts`]: [
        'Builds as TaskRuns are cancelled, with what was said last',
        'Builds as TaskRuns are ended by their own limit, before Tekton would do it',
      ],
      [`${ON_NODE}/cancelled.test.ts`]: ['TaskRun', 'init containers', 'regular containers'].map(
        (backend) => `a Build that is cancelled on the node 6.1.15: keeps what it said (${backend})`,
      ),
    },
  },
  {
    number: 16,
    world: 'no version is the highest of some that cannot be compared, and no buildpack is chosen where bytes differ',
    proofs: {
      'test/unit/buildpacks/choices.test.ts': [
        'versions that are none spoil the highest',
        'versions that are none spoil a range',
        'the same buildpack of several resources is an error naming all where the bytes differ',
      ],
    },
  },
  {
    number: 17,
    world: 'sidecars that come though a dry run did not show them are noticed, and waited for',
    proofs: {
      'test/integration/regressions/changing-injector.test.ts': [
        'a Build whose injector has come between the dry run and the Pod 6.1.17: gets another Pod, once, whose first phase waits for the proxy',
      ],
      [DECIDE]: [
        'what is decided for Builds with a Pod of a Pod with an unforeseen sidecar, of which something has run',
      ],
    },
  },
  {
    number: 18,
    world: 'an image that takes the place of the dummy runs what is its own, whatever programs it has',
    proofs: {
      'test/regressions/translated-builds.test.ts': [
        'every Build that is translated 6.1.18: declares a dummy without a command, so that an image that takes its place runs what is its own',
      ],
    },
  },
  {
    number: 19,
    world: 'who opts out of injection does so by label and by annotation',
    proofs: {
      'test/regressions/translated-builds.test.ts': [
        'every Build that is translated 6.1.19: opts out of every mesh by label and by annotation, whatever it says itself, where no proxy can help',
      ],
      'test/integration/injectors/pods.test.ts': ['istio-classic', 'linkerd-classic'].map(
        (variant) => `golden Pods where an injector is at work ${variant} leaves alone the layout init`,
      ),
    },
  },
  {
    number: 20,
    world: 'a Build that two look at at once gets one workload',
    proofs: {
      [`${BUILDS}/crashes.test.ts`]: [
        'Builds whose controller is killed are made once by two controllers that both believe to lead',
      ],
      'test/unit/runtime/work-queue.properties.test.ts': [
        'the work queue, whatever happens to it loses no key, hands none out twice at once, and none more often than it was asked to',
      ],
    },
  },
];
