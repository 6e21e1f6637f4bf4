import { expect } from 'chai';
import type { BuildProgress, WorkloadState } from '../../../../src/core/model/build-progress.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { taskRunProgress } from '../../../../translators/progress/task-run-progress.ts';
import { BUILT, resultList, SKIPPED_STEP, someTaskRun, type SomeTaskRun } from './some-task-run.ts';
import { asPod } from '../../../../src/core/model/objects/pod.ts';
import { asTaskRun } from '../../../../src/core/model/objects/task-run.ts';

const DIGEST = `sha256:${'a'.repeat(64)}`;
const RESULTS = { IMAGE_URL: 'registry.example/app:1', IMAGE_DIGEST: DIGEST };
const FAILED_STEP = { terminated: { exitCode: 51, reason: 'Error' }, terminationReason: 'Error' };
const BROKEN = { ...BUILT, build: FAILED_STEP, export: SKIPPED_STEP, completion: SKIPPED_STEP };

describe('Progress of a TaskRun', () => {
  describe('phases', () => {
    it('are its steps in their order, even before its status lists them', () => {
      const { phases, podName } = progress({ steps: { build: { running: { startedAt: '2026-01-02T03:04:05Z' } } } });
      expect(podName).to.equal('some-build-pod');
      expect(phases.map(({ phase, kind }) => [phase, kind])).to.deep.equal([
        ['prepare', 'waiting'],
        ['analyze', 'waiting'],
        ['detect', 'waiting'],
        ['restore', 'waiting'],
        ['build', 'running'],
        ['export', 'waiting'],
        ['completion', 'waiting'],
      ]);
      const running = { running: { startedAt: '2026-01-02T03:04:05Z' } };
      expect(phases[4]).to.deep.include({ container: 'step-build', isSkipped: false, raw: running });
    });

    it('omit the termination message that the entrypoint of Tekton writes for its controller', () => {
      expect(messageOf('[{"key":"StartedAt","value":"2026-01-02T03:04:05.000Z","type":3}]')).to.equal(undefined);
      expect(messageOf('no such repository')).to.equal('no such repository');
    });
  });

  it('recognizes skipped steps, even if Tekton does not report them', () => {
    const { terminationReason: _, ...silent } = SKIPPED_STEP;
    for (const step of [SKIPPED_STEP, silent]) {
      const { phases } = progress({ steps: { ...BUILT, build: FAILED_STEP, export: step, completion: step } });
      expect(phases.filter(({ isSkipped }) => isSkipped).map(({ phase }) => phase)).to.deep.equal([
        'export',
        'completion',
      ]);
    }
    // The termination message of a step.
    const { phases } = progress({ steps: { ...BUILT, build: SKIPPED_STEP } });
    expect(phases.filter(({ isSkipped }) => isSkipped)).to.deep.equal([]);
  });

  it('separates injected containers from those of taskpack and Tekton', () => {
    const pod = {
      spec: {
        initContainers: [
          { name: 'prepare' },
          { name: 'place-scripts' },
          { name: 'working-dir-initializer' },
          { name: 'istio-init' },
          { name: 'linkerd-proxy', restartPolicy: 'Always' },
        ],
        containers: [
          { name: 'step-build' },
          { name: 'sidecar-dummy' },
          { name: 'sidecar-tekton-log-results' },
          { name: 'sidecar-other' },
          { name: 'istio-proxy' },
        ],
      },
      status: { containerStatuses: [{ name: 'istio-proxy', ready: true, state: { running: {} } }] },
    };
    const { foreign, helpers } = progress({}, pod);
    expect(foreign).to.deep.equal([
      { container: 'istio-init', kind: 'waiting', role: 'init', isReady: false },
      { container: 'linkerd-proxy', kind: 'waiting', role: 'native-sidecar', isReady: false },
      { container: 'sidecar-other', kind: 'waiting', role: 'sidecar', isReady: false },
      { container: 'istio-proxy', kind: 'running', role: 'sidecar', isReady: true },
    ]);
    expect(helpers.map(({ container }) => container)).to.deep.equal([
      'prepare',
      'place-scripts',
      'working-dir-initializer',
      'sidecar-dummy',
      'sidecar-tekton-log-results',
    ]);
  });

  describe('state', () => {
    const running = { prepare: { running: {} } };
    const rows: readonly (readonly [string, SomeTaskRun, WorkloadState])[] = [
      ['has no status', { status: { steps: [] } }, { kind: 'pending' }],
      [
        'is pending',
        { condition: { status: 'Unknown', reason: 'Pending', message: 'no node' } },
        { kind: 'pending', reason: 'Pending', message: 'no node' },
      ],
      [
        'runs',
        { condition: { status: 'Unknown', reason: 'Running' }, steps: running },
        { kind: 'running', reason: 'Running' },
      ],
      ['has succeeded', { condition: { status: 'True', reason: 'Succeeded' }, steps: BUILT }, { kind: 'succeeded' }],
      [
        'could not stop sidecars after success',
        { condition: failed('TaskRunStopSidecarFailed'), steps: BUILT },
        { kind: 'succeeded' },
      ],
      [
        'could not stop sidecars after failure',
        { condition: failed('TaskRunStopSidecarFailed'), steps: BROKEN },
        { kind: 'failed', reason: 'TaskRunStopSidecarFailed', message: 'words' },
      ],
      [
        'timed out over a sidecar after success',
        { condition: failed('TaskRunTimeout'), steps: BUILT },
        { kind: 'succeeded' },
      ],
      [
        'has failed',
        { condition: failed('StepFailed'), steps: BROKEN },
        { kind: 'failed', reason: 'StepFailed', message: 'words' },
      ],
    ];
    for (const [name, some, state] of rows) {
      it(`of a TaskRun that ${name}`, () => expect(progress(some).state).to.deep.equal(state));
    }

    it('takes the reason of the Pod if that of Tekton only says that the Pod failed', () => {
      const pod = { status: { phase: 'Failed', reason: 'Evicted', message: 'low on memory' } };
      expect(stateOf('Failed', pod)).to.deep.equal({ kind: 'failed', reason: 'Evicted', message: 'low on memory' });
      expect(stateOf('PodEvicted', pod)).to.deep.equal({ kind: 'failed', reason: 'Evicted', message: 'low on memory' });
      expect(stateOf('Failed', { status: { phase: 'Failed' } })).to.deep.include({
        reason: 'Failed',
        message: 'words',
      });
      expect(stateOf('TaskRunTimeout', pod)).to.deep.include({ reason: 'TaskRunTimeout', message: 'words' });
    });
  });

  describe('outcome', () => {
    const condition = { status: 'True' };

    const ofCompletion = (results: Readonly<Record<string, string>>, state = BUILT['completion']): SomeTaskRun => ({
      condition,
      steps: { ...BUILT, completion: { ...state, results: resultList(results) } },
    });

    it('is read from the results of completion', () => {
      expect(progress(ofCompletion(RESULTS)).outcome).to.deep.equal(RESULTS);
    });

    it('has nothing of the results of the task, which every step can forge', () => {
      const forged = { ...RESULTS, CACHE_IMAGE: `registry.example/evil@${DIGEST}` };
      expect(progress({ ...ofCompletion(RESULTS), results: forged }).outcome).to.deep.equal(RESULTS);
      expect(progress({ condition, steps: BUILT, results: forged }).outcome).to.equal(undefined);
    });

    it('is that of the task if completion declares no results, and then a registry must confirm it', () => {
      const found = progress({ condition, steps: BUILT, results: RESULTS, resultsOf: 'task' });
      expect(found).to.deep.include({ outcome: RESULTS, outcomeOrigin: 'any-step' });
      expect(progress(ofCompletion(RESULTS))).to.not.have.any.keys('outcomeOrigin');
      expect(progress({ condition, steps: BUILT, resultsOf: 'task' })).to.not.have.any.keys('outcome', 'outcomeOrigin');
    });

    it('is that which completion found, rather than that of all steps', () => {
      const found = Object.entries(RESULTS).map(([key, value]) => ({ key, value, type: 1 }));
      const completion = { terminated: { exitCode: 0, reason: 'Completed', message: JSON.stringify(found) } };
      const forged = {
        ...RESULTS,
        IMAGE_DIGEST: `sha256:${'b'.repeat(64)}`,
        CACHE_IMAGE: `registry.example/evil@${DIGEST}`,
      };
      const steps = { ...BUILT, completion };
      expect(progress({ condition, steps, results: forged, resultsOf: 'task' }).outcome).to.deep.equal(RESULTS);
    });

    it('is absent if it is malformed or completion failed', () => {
      expect(progress(ofCompletion({ ...RESULTS, IMAGE_DIGEST: 'sha256:abc' })).outcome).to.equal(undefined);
      expect(progress({ condition, steps: BUILT }).outcome).to.equal(undefined);
      expect(progress(ofCompletion(RESULTS, FAILED_STEP)).outcome).to.equal(undefined);
      const build = { ...BUILT['build'], results: resultList(RESULTS) };
      expect(progress({ condition, steps: { ...BUILT, build } }).outcome).to.equal(undefined);
    });
  });
});

function progress(some: SomeTaskRun, pod?: JsonObject): BuildProgress {
  return taskRunProgress(asTaskRun(someTaskRun(some)), pod && asPod(pod));
}

function failed(reason: string): JsonObject {
  return { status: 'False', reason, message: 'words' };
}

/** How a TaskRun stands that has failed for that reason. */
function stateOf(reason: string, pod: JsonObject): WorkloadState {
  return progress({ condition: failed(reason), steps: BROKEN }, pod).state;
}

function messageOf(message: string): string | undefined {
  const [phase] = progress({ steps: { prepare: { terminated: { exitCode: 1, message } } } }).phases;
  return phase?.kind === 'terminated' ? phase.message : 'not terminated';
}
