import { expect } from 'chai';
import { observedCause } from '../../../../../src/controller/builds/failure/workload-cause.ts';
import type { WorkloadState } from '../../../../../src/core/model/build-progress.ts';
import type { PhaseName } from '../../../../../src/core/model/phase-name.ts';
import { ended, SIDECAR, SKIPPED, someProgress, type SomePhase, type SomeProgress } from '../some-progress.ts';

type Phases = NonNullable<SomeProgress['phases']>;

const FAILED: WorkloadState = { kind: 'failed' };
const DEADLINE: WorkloadState = { kind: 'failed', reason: 'DeadlineExceeded', message: 'too long' };
const WAITED: SomePhase = { ...ended(143, { finishedAt: at(30) }), isSkipped: true };

const UNTIL_BUILD: Phases = { prepare: ended(0), analyze: ended(0), detect: ended(0), restore: ended(0) };
const UNTIL_COMPLETION: Phases = { ...UNTIL_BUILD, build: ended(0), export: ended(0) };

interface Row {
  readonly state?: WorkloadState;
  readonly phases?: Phases;
  readonly more?: Partial<SomeProgress>;
  /** The kind, and the phase and exit code if there are any. */
  readonly cause: readonly (string | number)[];
}

const ROWS: Readonly<Record<string, Row>> = {
  'a phase of the init layout': {
    phases: { ...UNTIL_BUILD, build: ended(51) },
    cause: ['phase-failed', 'build', 51],
  },
  'the first of several phases, the others skipped': {
    phases: { ...UNTIL_BUILD, build: ended(51), export: SKIPPED, completion: SKIPPED },
    cause: ['phase-failed', 'build', 51],
  },
  'a phase that was started before the previous phase had ended': {
    phases: { ...UNTIL_BUILD, build: ended(137), export: ended(123), completion: SKIPPED },
    cause: ['phase-failed', 'export', 123],
  },
  'a phase that was started early, while the previous phase ran until the time limit': {
    state: { kind: 'failed', reason: 'TaskRunTimeout' },
    phases: { ...UNTIL_BUILD, build: ended(1, { reason: 'TaskRunTimeout' }), export: ended(123) },
    cause: ['phase-failed', 'export', 123],
  },
  'a phase in a Pod whose sidecars a deadline stopped': {
    state: DEADLINE,
    phases: { ...UNTIL_BUILD, build: ended(137), export: SKIPPED, completion: SKIPPED },
    cause: ['phase-failed', 'build', 137],
  },
  'the last phase in a Pod whose sidecars a deadline stopped': {
    state: DEADLINE,
    phases: { ...UNTIL_COMPLETION, completion: ended(1) },
    cause: ['phase-failed', 'completion', 1],
  },
  'too little memory of the phase': {
    phases: { ...UNTIL_BUILD, build: ended(137, { reason: 'OOMKilled' }) },
    more: { foreign: [SIDECAR] },
    cause: ['out-of-memory', 'build', 137],
  },
  'too little memory of the phase and the waiter': {
    state: DEADLINE,
    phases: { ...UNTIL_BUILD, build: ended(137, { reason: 'OOMKilled' }), export: WAITED, completion: WAITED },
    cause: ['out-of-memory', 'build', 137],
  },
  'a phase that died without telling its successor': {
    state: DEADLINE,
    phases: { ...UNTIL_BUILD, build: ended(137, { finishedAt: at(19) }), export: WAITED, completion: WAITED },
    cause: ['phase-lost', 'build', 137],
  },
  'the time limit while a phase ran': {
    state: DEADLINE,
    phases: { ...UNTIL_BUILD, build: ended(143, { finishedAt: at(29) }), export: WAITED, completion: WAITED },
    cause: ['timed-out', 'build'],
  },
  'the time limit of a phase that ended slowly': {
    state: DEADLINE,
    phases: { ...UNTIL_BUILD, build: ended(1, { finishedAt: at(58) }), export: WAITED, completion: WAITED },
    cause: ['timed-out', 'build'],
  },
  'the time limit in the init layout': {
    state: DEADLINE,
    phases: { ...UNTIL_BUILD, build: ended(1) },
    cause: ['timed-out', 'build'],
  },
  'the time limit in the last phase': {
    state: DEADLINE,
    phases: { ...UNTIL_COMPLETION, completion: ended(143) },
    cause: ['timed-out', 'completion'],
  },
  'the time limit before the first phase': { state: DEADLINE, cause: ['timed-out', 'prepare'] },
  'the time limit between two phases': { state: DEADLINE, phases: UNTIL_BUILD, cause: ['timed-out', 'build'] },
  'a container that the kubelet cannot find': {
    phases: { ...UNTIL_BUILD, build: ended(137, { reason: 'ContainerStatusUnknown' }) },
    cause: ['phase-lost', 'build', 137],
  },
  'a missing command': {
    phases: { prepare: ended(0), analyze: ended(128, { reason: 'StartError', message: 'no such file' }) },
    cause: ['phase-not-started', 'analyze'],
  },
  'a phase that reaches no server before an injected sidecar starts': {
    phases: { prepare: ended(31) },
    more: { foreign: [{ ...SIDECAR, kind: 'waiting' }] },
    cause: ['injected-sidecar-in-init-layout', 'prepare', 31],
  },
  'a phase that fails by itself before an injected sidecar starts': {
    phases: { prepare: ended(22) },
    more: { foreign: [{ ...SIDECAR, kind: 'waiting' }] },
    cause: ['phase-failed', 'prepare', 22],
  },
  'a later phase before an injected sidecar starts': {
    phases: { ...UNTIL_BUILD, build: ended(31) },
    more: { foreign: [{ ...SIDECAR, kind: 'waiting' }] },
    cause: ['phase-failed', 'build', 31],
  },
  'the time limit before an injected sidecar starts': {
    state: DEADLINE,
    phases: { ...UNTIL_BUILD, build: ended(2) },
    more: { foreign: [{ ...SIDECAR, kind: 'waiting' }] },
    cause: ['timed-out', 'build'],
  },
  'a phase after a native sidecar': {
    phases: { prepare: ended(1) },
    more: { foreign: [{ ...SIDECAR, role: 'native-sidecar' }] },
    cause: ['phase-failed', 'prepare', 1],
  },
  'a phase beside a sidecar': {
    phases: { prepare: ended(1), analyze: SKIPPED },
    more: { foreign: [SIDECAR] },
    cause: ['phase-failed', 'prepare', 1],
  },
  'the last phase beside a sidecar of the init layout': {
    phases: { ...UNTIL_COMPLETION, completion: ended(1) },
    more: { foreign: [SIDECAR] },
    cause: ['phase-failed', 'completion', 1],
  },
  'a node that admits no Pods': {
    state: { kind: 'failed', reason: 'OutOfcpu', message: 'Pod was rejected' },
    cause: ['workload-failed'],
  },
  unknown: { cause: ['workload-failed'] },
  'a cancelled TaskRun': {
    state: { kind: 'failed', reason: 'TaskRunCancelled' },
    phases: { ...UNTIL_BUILD, build: ended(1, { reason: 'TaskRunCancelled' }) },
    cause: ['cancelled'],
  },
  'the timeout of a TaskRun': {
    state: { kind: 'failed', reason: 'TaskRunTimeout' },
    phases: { ...UNTIL_BUILD, build: ended(1, { reason: 'TaskRunTimeout' }) },
    cause: ['timed-out', 'build'],
  },
  'a step in a TaskRun that timed out waiting for a sidecar': {
    state: { kind: 'failed', reason: 'TaskRunTimeout' },
    phases: { ...UNTIL_BUILD, build: ended(51), export: { ...ended(1), isSkipped: true } },
    cause: ['phase-failed', 'build', 51],
  },
  'the image of a step that cannot be pulled': {
    state: {
      kind: 'failed',
      reason: 'TaskRunImagePullFailed',
      message: 'the step "build" in TaskRun "shop-build" failed to pull the image "builder".',
    },
    phases: { prepare: ended(1, { reason: 'TaskRunImagePullFailed' }) },
    cause: ['phase-not-started', 'build'],
  },
  'the image of a sidecar that cannot be pulled': {
    state: { kind: 'failed', reason: 'TaskRunImagePullFailed', message: 'the sidecar "build" in TaskRun "shop-build"' },
    phases: { prepare: ended(1, { reason: 'TaskRunImagePullFailed' }) },
    cause: ['workload-failed'],
  },
};

// Known bugs: deadline-hides-failure, buildpacks-community/kpack#1255.
describe('the cause of a failure', () => {
  for (const [name, { state = FAILED, phases = {}, more = {}, cause }] of Object.entries(ROWS)) {
    it(`is ${name}`, () => expect(outline(someProgress({ state, phases, ...more }))).to.deep.equal(cause));
  }

  const disruptions = {
    evicted: ['Evicted', 'EvictionByEvictionAPI', 'PodEvicted'],
    preempted: ['Preempting', 'PreemptionByScheduler'],
    'node-lost': [
      'DeletionByPodGC',
      'DeletionByTaintManager',
      'NodeLost',
      'NodeShutdown',
      'Shutdown',
      'Terminated',
      'TerminationByKubelet',
    ],
  };
  for (const [kind, reasons] of Object.entries(disruptions)) {
    for (const reason of reasons) {
      it(`is ${kind} whatever its phases did: ${reason}`, () => {
        for (const state of ['failed', 'running', 'pending'] as const) {
          const progress = someProgress({
            state: { kind: state, reason, message: 'a' },
            phases: { prepare: ended(143) },
          });
          expect(observedCause(progress)).to.deep.equal({ kind, message: 'a' });
        }
      });
    }
  }

  it("keeps the platform's message", () => {
    const cause = observedCause(someProgress({ state: { kind: 'failed', reason: 'OutOfcpu', message: 'rejected' } }));
    expect(cause).to.deep.equal({ kind: 'workload-failed', reason: 'OutOfcpu', message: 'rejected' });
    const start = ended(128, { reason: 'StartError', message: 'no such file' });
    expect(observedCause(someProgress({ state: FAILED, phases: { prepare: start } }))).to.deep.equal({
      kind: 'phase-not-started',
      phase: 'prepare',
      reason: 'StartError',
      message: 'no such file',
    });
  });

  it('names the injected sidecars and how the phase terminated', () => {
    const foreign = [{ ...SIDECAR, kind: 'waiting' as const }];
    const cause = observedCause(someProgress({ state: FAILED, phases: { prepare: ended(32) }, foreign }));
    expect(cause).to.deep.equal({
      kind: 'injected-sidecar-in-init-layout',
      phase: 'prepare',
      terminated: { container: 'prepare', kind: 'terminated', exitCode: 32, reason: 'Error' },
      containers: ['istio-proxy'],
    });
  });

  it('is undefined for a workload that runs or succeeded', () => {
    const outcome = { IMAGE_URL: 'registry.example/app', IMAGE_DIGEST: 'sha256:…' };
    expect(observedCause(someProgress({ state: { kind: 'running' }, phases: { prepare: ended(1) } }))).to.equal(
      undefined,
    );
    expect(observedCause(someProgress({ state: { kind: 'pending', reason: 'Unschedulable' } }))).to.equal(undefined);
    expect(observedCause(someProgress({ state: { kind: 'succeeded' }, outcome }))).to.equal(undefined);
    expect(observedCause(someProgress({ state: { kind: 'succeeded' } }))).to.deep.equal({ kind: 'no-outcome' });
  });
});

function outline(progress: ReturnType<typeof someProgress>): readonly (string | number)[] {
  const { kind, phase, terminated } = observedCause(progress) as {
    readonly kind: string;
    readonly phase?: PhaseName;
    readonly terminated?: { readonly exitCode: number };
  };
  return [kind, ...(phase === undefined ? [] : [phase]), ...(terminated === undefined ? [] : [terminated.exitCode])];
}

function at(seconds: number): string {
  return `2026-01-02T03:04:${seconds}Z`;
}
