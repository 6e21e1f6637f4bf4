import { expect } from 'chai';
import { type BuildState, buildStatus } from '../../../../../src/controller/builds/status/build-status.ts';
import type { Failure } from '../../../../../src/controller/builds/failure/failure.ts';
import type { JsonObject } from '../../../../../src/core/model/json.ts';
import { ended, SIDECAR, SKIPPED, someProgress, type SomePhase, type SomeProgress } from '../some-progress.ts';

const NOW = '2026-01-02T03:04:05Z';
const LATER = '2026-01-02T03:05:00Z';

const RUNNING: SomePhase = { progress: { kind: 'running', startedAt: at(1) } };
const INITIALIZING: SomePhase = { progress: { kind: 'waiting', reason: 'PodInitializing' } };
const FAILURE: Failure = {
  reason: 'BuildpackFailed',
  phase: 'build',
  exitCode: 51,
  actor: 'user',
  message: 'Error: …',
  advice: 'ImageCheck.',
  log: ['one', 'two'],
};
const IMAGE = {
  latestImage: 'registry.example/app@sha256:1',
  latestCacheImage: 'registry.example/cache@sha256:2',
  stack: { id: 'some.stack', runImage: 'registry.example/run@sha256:3' },
  buildMetadata: [{ id: 'some/buildpack', version: '1' }],
  lifecycleVersion: '0.20.12',
};

describe('the status of a Build', () => {
  it('explains why a Build waits', () => {
    expect(status({ kind: 'waiting', reason: 'BuilderNotReady', message: 'not yet', backend: 'native' })).to.deep.equal(
      {
        observedGeneration: 2,
        conditions: [condition('Unknown', { reason: 'BuilderNotReady', message: 'not yet' })],
        backend: 'native',
      },
    );
  });

  it('shows the progress of a running Build', () => {
    const progress = someProgress({
      state: { kind: 'pending' },
      phases: { prepare: ended(0, { finishedAt: at(1) }), analyze: RUNNING, detect: INITIALIZING },
    });
    const next = status({ kind: 'in-progress', progress, backend: 'tekton', taskRunName: 'shop-build' });
    expect(next).to.deep.equal({
      observedGeneration: 2,
      conditions: [condition('Unknown', { reason: 'PodInitializing', message: 'Container detect waiting' })],
      backend: 'tekton',
      taskRunName: 'shop-build',
      podName: 'shop-build-pod',
      phase: 'analyze',
      stepStates: [
        {
          terminated: {
            exitCode: 0,
            reason: 'Completed',
            finishedAt: at(1),
            message: 'Container prepare terminated successfully',
          },
        },
        { running: { startedAt: at(1) } },
        { waiting: { reason: 'PodInitializing', message: 'Container detect waiting' } },
      ],
      stepsCompleted: ['prepare'],
      steps: [
        { name: 'prepare', finishedAt: at(1), exitCode: 0 },
        { name: 'analyze', startedAt: at(1) },
        ...['detect', 'restore', 'build', 'export', 'completion'].map((name) => ({ name })),
      ],
    });
  });

  it('shows the image of a Build that succeeded', () => {
    const progress = someProgress({ state: { kind: 'succeeded' } });
    const next = status({ kind: 'succeeded', progress, image: IMAGE });
    expect(next).to.deep.include({ ...IMAGE, conditions: [condition('True', { reason: 'Completed' })] });
    expect(next).not.to.have.any.keys('failure', 'phase');
  });

  it('shows the failure of a Build that failed', () => {
    const phases = { build: ended(51), export: SKIPPED };
    const progress = someProgress({ state: { kind: 'failed' }, phases });
    const next = status({ kind: 'failed', failure: FAILURE, progress });
    expect(next['conditions']).to.deep.equal([condition('False', { reason: 'Failed', message: 'Error: …' })]);
    expect(next['failure']).to.deep.equal(FAILURE);
    expect(next['phase']).to.equal(FAILURE.phase);
    expect(next['stepStates']).to.deep.equal([
      { terminated: { exitCode: 51, reason: 'Error', message: 'Container build terminated with error' } },
      { terminated: { exitCode: 121, reason: 'Error', message: 'skipped: …' } },
    ]);
    expect(next).not.to.have.any.keys('latestImage', 'stepsCompleted');
  });

  it('has its own reason in the condition if kpack has none', () => {
    const next = status({ kind: 'failed', failure: { ...FAILURE, reason: 'Evicted' } });
    expect(next['conditions']).to.deep.include.members([
      condition('False', { reason: 'Evicted', message: 'Error: …' }),
    ]);
  });

  it('says that the Build is debugged', () => {
    const progress = someProgress({ state: { kind: 'running' }, phases: { prepare: RUNNING } });
    const next = status({ kind: 'in-progress', progress, isDebugged: true });
    expect(next['conditions']).to.deep.equal([
      condition('Unknown', {}),
      {
        type: 'Debugged',
        status: 'True',
        reason: 'DebugMode',
        message: 'the phases of this Build stop for "taskpack debug"',
        lastTransitionTime: NOW,
      },
    ]);
  });

  it('still says so if the workload is gone', () => {
    const progress = someProgress({ state: { kind: 'running' }, phases: { prepare: RUNNING } });
    const before = status({ kind: 'in-progress', progress, isDebugged: true });
    const next = status({ kind: 'failed', failure: FAILURE }, before, LATER);
    expect(conditionsOf(next)).to.deep.include(conditionsOf(before)[1]);
  });

  describe('while no phase runs', () => {
    const pulling: SomePhase = { progress: { kind: 'waiting', reason: 'ImagePullBackOff', message: 'Back-off' } };
    const rows: readonly (readonly [string, SomeProgress, JsonObject])[] = [
      [
        'the first container that waits',
        { state: { kind: 'pending' }, phases: { analyze: pulling, detect: INITIALIZING } },
        { reason: 'ImagePullBackOff', message: 'Back-off' },
      ],
      [
        'a helper in front of it',
        {
          state: { kind: 'pending' },
          phases: { prepare: INITIALIZING },
          helpers: [{ container: 'pre-start', kind: 'waiting', reason: 'ErrImagePull' }],
        },
        { reason: 'ErrImagePull' },
      ],
      [
        'a sidecar behind it',
        {
          state: { kind: 'pending' },
          foreign: [{ ...SIDECAR, kind: 'waiting', reason: 'ErrImagePull', message: 'no' }],
        },
        { reason: 'ErrImagePull', message: 'no' },
      ],
      [
        'the scheduler',
        { state: { kind: 'pending', reason: 'Unschedulable', message: '0/3 nodes' } },
        { reason: 'Unschedulable', message: '0/3 nodes' },
      ],
      ['nobody', { state: { kind: 'pending' } }, {}],
      [
        'a container that is stuck beside others that run',
        {
          state: { kind: 'running' },
          phases: {
            prepare: RUNNING,
            analyze: { progress: { kind: 'waiting', reason: 'ContainerCreating' } },
            build: pulling,
          },
        },
        { reason: 'ImagePullBackOff', message: 'Back-off' },
      ],
      [
        'nobody, where one runs',
        { state: { kind: 'running', reason: 'Running' }, phases: { prepare: RUNNING, analyze: INITIALIZING } },
        {},
      ],
    ];
    for (const [name, some, words] of rows) {
      it(`gives the reason: ${name}`, () => {
        const next = status({ kind: 'in-progress', progress: someProgress(some) });
        expect(next['conditions']).to.deep.equal([condition('Unknown', words)]);
      });
    }
  });

  describe('steps', () => {
    it('start when the previous phase ends, although all containers start together', () => {
      const phases = {
        prepare: { progress: { kind: 'terminated', exitCode: 0, startedAt: at(1), finishedAt: at(20) } },
        analyze: { progress: { kind: 'terminated', exitCode: 0, startedAt: at(1), finishedAt: at(30) } },
        detect: RUNNING,
        restore: RUNNING,
      } as const;
      const progress = someProgress({ state: { kind: 'running' }, phases });
      expect(status({ kind: 'in-progress', progress })['steps']).to.deep.equal([
        { name: 'prepare', startedAt: at(1), finishedAt: at(20), exitCode: 0 },
        { name: 'analyze', startedAt: at(20), finishedAt: at(30), exitCode: 0 },
        { name: 'detect', startedAt: at(30) },
        ...['restore', 'build', 'export', 'completion'].map((name) => ({ name })),
      ]);
    });

    it('start when the gate opens, if they are the first', () => {
      const phases = {
        prepare: { progress: { kind: 'terminated', exitCode: 0, startedAt: at(1), finishedAt: at(20) } },
      } as const;
      const progress = someProgress({ state: { kind: 'running' }, phases, gateOpenedAt: at(12) });
      expect(status({ kind: 'in-progress', progress })['steps']).to.deep.include.members([
        { name: 'prepare', startedAt: at(12), finishedAt: at(20), exitCode: 0 },
      ]);
    });

    it('start with their container if the container starts later', () => {
      const phases = {
        prepare: ended(0, { finishedAt: at(10) }),
        analyze: { progress: { kind: 'running', startedAt: at(12) } },
      } as const;
      const progress = someProgress({ state: { kind: 'running' }, phases });
      expect(status({ kind: 'in-progress', progress })['steps']).to.deep.include.members([
        { name: 'analyze', startedAt: at(12) },
      ]);
    });

    it('have no start if they were skipped', () => {
      const phases = { prepare: ended(1), analyze: SKIPPED };
      const progress = someProgress({ state: { kind: 'failed' }, phases });
      const next = status({ kind: 'failed', failure: FAILURE, progress });
      expect(next['steps']).to.deep.include.members([{ name: 'prepare', exitCode: 1 }, { name: 'analyze' }]);
    });
  });

  describe('after a previous status', () => {
    const before = {
      observedGeneration: 1,
      conditions: [
        { type: 'Succeeded', status: 'Unknown', lastTransitionTime: '2025-12-31T00:00:00Z' },
        { type: 'Ready', status: 'True' },
      ],
      backend: 'native',
      podName: 'shop-build-pod',
      stepStates: [{ running: {} }],
      stepsCompleted: ['prepare'],
      steps: [{ name: 'prepare' }],
      recreation: { reason: 'WaiterNotDelivered' },
    };

    it('keeps the steps of a deleted workload and the fields of other controllers', () => {
      const next = status({ kind: 'failed', failure: FAILURE }, before);
      const { conditions: _, observedGeneration: __, ...kept } = before;
      expect(next).to.deep.include(kept);
    });

    it('drops fields that no longer apply', () => {
      const next = status(
        { kind: 'in-progress', progress: someProgress({ state: { kind: 'pending' } }) },
        { ...before, ...IMAGE, failure: { ...FAILURE } },
      );
      expect(next).not.to.have.any.keys(...Object.keys(IMAGE), 'failure', 'stepStates', 'stepsCompleted');
      expect(next).to.deep.include({ podName: 'shop-build-pod', backend: 'native', observedGeneration: 2 });
    });

    it('keeps the transition time of a condition whose status stays', () => {
      const waiting: BuildState = { kind: 'waiting', reason: 'TektonNotServed' };
      const [first] = conditionsOf(status(waiting, before));
      expect(first).to.deep.include({ lastTransitionTime: '2025-12-31T00:00:00Z', reason: 'TektonNotServed' });
      const [second] = conditionsOf(status({ kind: 'failed', failure: FAILURE }, before));
      expect(second).to.deep.include({ lastTransitionTime: NOW });
    });

    it('is equal if nothing has changed', () => {
      const states: readonly BuildState[] = [
        { kind: 'waiting', reason: 'TektonNotServed', backend: 'tekton' },
        { kind: 'in-progress', progress: someProgress({ state: { kind: 'running' }, phases: { prepare: RUNNING } }) },
        { kind: 'succeeded', progress: someProgress({ state: { kind: 'succeeded' } }), image: IMAGE },
        { kind: 'failed', failure: FAILURE },
      ];
      for (const state of states) {
        const once = status(state, before);
        expect(status(state, once, LATER)).to.deep.equal(once);
      }
    });
  });
});

function status(state: BuildState, before?: JsonObject, now = NOW): JsonObject {
  const metadata = { name: 'shop', generation: 2 };
  return buildStatus({ metadata, ...(before !== undefined && { status: before }) }, state, now);
}

function conditionsOf({ conditions }: JsonObject): readonly unknown[] {
  return Array.isArray(conditions) ? conditions : [];
}

function condition(state: 'True' | 'False' | 'Unknown', words: JsonObject): JsonObject {
  return { type: 'Succeeded', status: state, ...words, lastTransitionTime: NOW };
}

function at(seconds: number): string {
  return `2026-01-02T03:00:${String(seconds).padStart(2, '0')}Z`;
}
