import { expect } from 'chai';
import type { BuildProgress, WorkloadState } from '../../../../src/core/model/build-progress.ts';
import { objectAt } from '../../../support/json-field.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { asPod } from '../../../../src/core/model/objects/pod.ts';
import { podProgress } from '../../../../translators/progress/pod-progress.ts';
import {
  all,
  ended,
  ENDED_WAITING,
  FULL_BUILD,
  INITIALIZING,
  RUNNING,
  SKIPPED,
  somePod,
  type SomePod,
} from './some-pod.ts';

const DIGEST = `sha256:${'a'.repeat(64)}`;
const REPORT = { IMAGE_URL: 'registry.example/app:1', IMAGE_DIGEST: DIGEST };

describe('Progress of a Pod', () => {
  describe('phases', () => {
    for (const layout of ['init', 'containers'] as const) {
      it(`are listed in their order, even before the Pod has a status: ${layout}`, () => {
        const { phases, podName } = progressOf(somePod({ layout }));
        expect(phases.map(({ phase }) => phase)).to.deep.equal(FULL_BUILD);
        expect(new Set(phases.map(({ kind }) => kind))).to.deep.equal(new Set(['waiting']));
        expect(phases[0]).to.deep.equal({
          phase: 'prepare',
          container: 'prepare',
          kind: 'waiting',
          isSkipped: false,
          raw: {},
        });
        expect(podName).to.equal('some-build-pod');
      });
    }

    it('of a rebase are three', () => {
      const { phases } = progressOf(somePod({ phases: ['prepare', 'rebase', 'completion'] }));
      expect(phases.map(({ phase }) => phase)).to.deep.equal(['prepare', 'rebase', 'completion']);
    });

    it('have the state of their containers and keep its raw status', () => {
      const terminated = {
        exitCode: 137,
        signal: 9,
        reason: 'OOMKilled',
        message: 'no more',
        startedAt: '2026-01-02T03:04:05Z',
        finishedAt: '2026-01-02T03:04:06Z',
        containerID: 'containerd://1',
      };
      const states = { prepare: { terminated }, analyze: RUNNING, detect: INITIALIZING };
      const [prepare, analyze, detect] = progressOf(somePod({ states })).phases;
      const { containerID: _, ...told } = terminated;
      expect(prepare).to.deep.include({ kind: 'terminated', ...told, raw: { terminated } });
      expect(analyze).to.deep.include({ kind: 'running', startedAt: '2026-01-02T03:04:05Z' });
      expect(detect).to.deep.include({ kind: 'waiting', reason: 'PodInitializing' });
    });
  });

  describe('skipped phases', () => {
    it('have the exit code of a waiter after a failed phase', () => {
      const states = { build: ended(51), export: SKIPPED, completion: SKIPPED };
      expect(skippedOf(states)).to.deep.equal(['export', 'completion']);
    });

    it('are those whose waiter was stopped by a signal, if the phase before left no mark', () => {
      const states = { build: ended(137, { reason: 'OOMKilled' }), export: ENDED_WAITING, completion: ENDED_WAITING };
      expect(skippedOf(states)).to.deep.equal(['export', 'completion']);
    });

    it('are not phases that only write the message of the waiter', () => {
      expect(skippedOf({ restore: ended(0), build: SKIPPED })).to.deep.equal([]);
      expect(skippedOf({ restore: ended(0), build: ENDED_WAITING })).to.deep.equal([]);
      expect(skippedOf({ prepare: SKIPPED })).to.deep.equal([]);
    });

    it('are not phases whose command exited with the code of the waiter', () => {
      expect(skippedOf({ restore: ended(42), build: ended(121) })).to.deep.equal([]);
      expect(skippedOf({ restore: ended(42), build: ended(121, { message: 'not skipped: said so' }) })).to.deep.equal(
        [],
      );
      expect(skippedOf({ restore: ended(42), build: ended(143) })).to.deep.equal([]);
      expect(
        skippedOf({ restore: ended(42), build: ended(1, { message: 'ended by signal 15 while it waited' }) }),
      ).to.deep.equal([]);
      expect(skippedOf({ restore: ended(42), build: ended(1, { message: SKIPPED_MESSAGE }) })).to.deep.equal([]);
    });

    it('count as waiting in the init layout', () => {
      const { phases } = progressOf(somePod({ states: { build: ended(51), completion: INITIALIZING } }));
      expect(phases.filter(({ isSkipped }) => isSkipped)).to.deep.equal([]);
      expect(phases.slice(-2).map(({ kind }) => kind)).to.deep.equal(['waiting', 'waiting']);
    });
  });

  it('has the time when the gate was opened', () => {
    const pod = somePod({ layout: 'containers' });
    const annotations = { 'taskpack.dev/ready-time': '2026-01-01T00:00:12Z' };
    const opened = { ...pod, metadata: { ...objectAt(pod, 'metadata'), annotations } };
    expect(progressOf(opened).gateOpenedAt).to.equal('2026-01-01T00:00:12Z');
    expect(progressOf(pod)).not.to.have.property('gateOpenedAt');
  });

  it('separates injected containers from helpers', () => {
    const { foreign, helpers } = progressOf(
      somePod({
        layout: 'containers',
        sidecars: ['istio-proxy'],
        initContainers: [{ name: 'pre-start' }, { name: 'istio-init' }, { name: 'linkerd', restartPolicy: 'Always' }],
        states: { 'pre-start': ended(0), 'istio-proxy': RUNNING, linkerd: RUNNING },
        ready: ['istio-proxy'],
      }),
    );
    expect(helpers.map(({ container, kind }) => [container, kind])).to.deep.equal([['pre-start', 'terminated']]);
    expect(foreign.map(({ container, kind, role, isReady }) => [container, kind, role, isReady])).to.deep.equal([
      ['istio-init', 'waiting', 'init', false],
      ['linkerd', 'running', 'native-sidecar', false],
      ['istio-proxy', 'running', 'sidecar', true],
    ]);
  });

  describe('state', () => {
    const built = all(FULL_BUILD, ended(0));
    const unsigned = { ...built, completion: ended(1) };
    const scheduling = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/3 nodes' };
    const disruption = { type: 'DisruptionTarget', status: 'True', reason: 'PreemptionByScheduler', message: 'a' };
    const deadline = { phase: 'Failed', reason: 'DeadlineExceeded', message: 'b' };
    const rows: readonly (readonly [string, SomePod, WorkloadState])[] = [
      ['without a status', { status: { phase: '' } }, { kind: 'pending' }],
      ['pending', {}, { kind: 'pending' }],
      [
        'not scheduled',
        { status: { conditions: [scheduling] } },
        { kind: 'pending', reason: 'Unschedulable', message: '0/3 nodes' },
      ],
      ['scheduled', { status: { conditions: [{ ...scheduling, status: 'True' }] } }, { kind: 'pending' }],
      ['running', { status: { phase: 'Running' } }, { kind: 'running' }],
      [
        'on a node that does not answer',
        { status: { phase: 'Unknown', reason: 'NodeLost', message: 'c' } },
        { kind: 'running', reason: 'NodeLost', message: 'c' },
      ],
      ['succeeded', { states: built, status: { phase: 'Succeeded' } }, { kind: 'succeeded' }],
      ['failed', { states: unsigned, status: { phase: 'Failed' } }, { kind: 'failed' }],
      ['failed over a sidecar', { states: built, status: { phase: 'Failed' } }, { kind: 'succeeded' }],
      ['ended by a deadline, complete', { states: built, status: deadline }, { kind: 'succeeded' }],
      [
        'ended by a deadline, incomplete',
        { states: unsigned, status: deadline },
        { kind: 'failed', reason: 'DeadlineExceeded', message: 'b' },
      ],
      [
        'preempted',
        { status: { phase: 'Failed', conditions: [disruption] } },
        { kind: 'failed', reason: 'PreemptionByScheduler', message: 'a' },
      ],
      [
        'preempted, and evicted by the kubelet',
        { status: { phase: 'Failed', reason: 'Evicted', conditions: [disruption] } },
        { kind: 'failed', reason: 'Evicted' },
      ],
      [
        'not disrupted',
        { status: { phase: 'Failed', conditions: [{ ...disruption, status: 'False' }] } },
        { kind: 'failed' },
      ],
    ];
    for (const [name, pod, state] of rows) {
      it(`of a Pod that is ${name}`, () => expect(progressOf(somePod(pod)).state).to.deep.equal(state));
    }
  });

  describe('outcome', () => {
    it('is the report of completion', () => {
      expect(outcome(REPORT)).to.deep.equal(REPORT);
      const cache = { ...REPORT, CACHE_IMAGE: `registry.example/cache@${DIGEST}` };
      expect(outcome({ ...cache, MORE: 'that nobody knows' })).to.deep.equal(cache);
    });

    it('is absent if completion failed, is running or is missing', () => {
      expect(outcome(REPORT, 1)).to.equal(undefined);
      expect(progressOf(somePod({ states: { completion: RUNNING } })).outcome).to.equal(undefined);
      const message = JSON.stringify(REPORT);
      const broken = { phases: ['prepare', 'build'], states: { build: ended(0, { message }) } };
      expect(progressOf(somePod(broken)).outcome).to.equal(undefined);
    });

    const malformed: readonly (readonly [string, unknown])[] = [
      ['no JSON', '{'],
      ['no object', [REPORT]],
      ['no image', { IMAGE_DIGEST: DIGEST }],
      ['no digest', { IMAGE_URL: REPORT.IMAGE_URL }],
      ['a short digest', { ...REPORT, IMAGE_DIGEST: 'sha256:abc' }],
      ['a digest with a line behind it', { ...REPORT, IMAGE_DIGEST: `${DIGEST}\n` }],
      ['a digest of another algorithm', { ...REPORT, IMAGE_DIGEST: `sha512:${'a'.repeat(128)}` }],
      ['an image that is no reference', { ...REPORT, IMAGE_URL: 'https://registry.example/app' }],
      ['an image by digest', { ...REPORT, IMAGE_URL: `registry.example/app@${DIGEST}` }],
      ['a cache image without a digest', { ...REPORT, CACHE_IMAGE: 'registry.example/cache' }],
      ['an image of endless length', { ...REPORT, IMAGE_URL: `registry.example:${'1'.repeat(1000)}/app` }],
      [
        'a cache image of endless length',
        { ...REPORT, CACHE_IMAGE: `registry.example:${'1'.repeat(1000)}/c@${DIGEST}` },
      ],
      ['a number for a digest', { ...REPORT, IMAGE_DIGEST: 1 }],
    ];
    for (const [name, report] of malformed) {
      it(`is absent if the report has ${name}`, () => expect(outcome(report)).to.equal(undefined));
    }
  });

  it('does not throw for any object', () => {
    for (const pod of [{}, { spec: [], status: 'x' }, { status: { containerStatuses: [null, 1] } }] as JsonObject[]) {
      expect(progressOf(pod)).to.deep.equal({ state: { kind: 'pending' }, phases: [], foreign: [], helpers: [] });
    }
    const without = somePod({ states: { build: { terminated: {} } } });
    expect(progressOf(without).phases[4]).to.deep.include({ kind: 'terminated', exitCode: 1 });
  });
});

function progressOf(pod: JsonObject): BuildProgress {
  return podProgress(asPod(pod));
}

const SKIPPED_MESSAGE = 'skipped: what it waited for has failed';

function skippedOf(states: NonNullable<SomePod['states']>): readonly string[] {
  return progressOf(somePod({ layout: 'containers', states }))
    .phases.filter(({ isSkipped }) => isSkipped)
    .map(({ phase }) => phase);
}

function outcome(report: unknown, exitCode = 0): BuildProgress['outcome'] {
  const message = typeof report === 'string' ? report : JSON.stringify(report);
  return progressOf(somePod({ states: { completion: ended(exitCode, { message }) } })).outcome;
}
