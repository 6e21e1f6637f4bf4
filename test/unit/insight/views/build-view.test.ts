import { expect } from 'chai';
import { asBuild } from '../../../../src/core/model/objects/build.ts';
import { asPod } from '../../../../src/core/model/objects/pod.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { buildView } from '../../../../src/insight/views/build-view.ts';
import { at, NOW_MS, someBuild, step, succeeded, terminated } from './some-objects.ts';

const NOTHING_DETECTED = {
  reason: 'NothingDetected',
  phase: 'detect',
  exitCode: 20,
  actor: 'user',
  message: 'Error:  Container detect terminated with error',
  advice: 'Check the sub path.',
  log: ['No buildpack groups passed detection.'],
};

const MEANING = "No group of buildpacks in the builder's order supports this source";

describe('the state of a Build', () => {
  const states: readonly (readonly [title: string, status: JsonObject, expected: object])[] = [
    [
      'that no controller has observed',
      {},
      { kind: 'waiting', since: at('00:00'), message: 'No controller has observed the Build yet.' },
    ],
    [
      'whose builder is not ready',
      { conditions: [succeeded('Unknown', at('00:01'), { reason: 'BuilderNotReady', message: 'no image' })] },
      { kind: 'waiting', since: at('00:00'), reason: 'BuilderNotReady', message: 'no image' },
    ],
    [
      'whose Pod a queue holds back',
      { conditions: [succeeded('Unknown', at('00:01'), { reason: 'SchedulingGated' })] },
      { kind: 'queued', since: at('00:00'), reason: 'SchedulingGated' },
    ],
    [
      'whose phases wait for an image',
      {
        conditions: [succeeded('Unknown', at('00:01'), { reason: 'ImagePullBackOff', message: 'not found' })],
        steps: [{ name: 'prepare' }, { name: 'completion' }],
      },
      { kind: 'waiting', since: at('00:00'), reason: 'ImagePullBackOff', message: 'not found' },
    ],
    [
      'that runs',
      {
        conditions: [succeeded('Unknown', at('00:01'))],
        steps: [step('prepare', '00:10', '00:12'), { name: 'analyze', startedAt: at('00:13') }, { name: 'detect' }],
      },
      { kind: 'running', since: at('00:10'), phase: 'analyze', phaseSince: at('00:13') },
    ],
    [
      'that runs while containers of later phases wait',
      {
        conditions: [
          succeeded('Unknown', at('00:01'), { reason: 'PodInitializing', message: 'Container export waiting' }),
        ],
        steps: [{ name: 'prepare', startedAt: at('00:10') }, { name: 'export' }],
      },
      { kind: 'running', since: at('00:10'), phase: 'prepare', phaseSince: at('00:10') },
    ],
    [
      'that runs although a sidecar cannot be pulled',
      {
        conditions: [succeeded('Unknown', at('00:01'), { reason: 'ImagePullBackOff', message: 'not found' })],
        steps: [{ name: 'prepare', startedAt: at('00:10') }],
      },
      {
        kind: 'running',
        since: at('00:10'),
        phase: 'prepare',
        phaseSince: at('00:10'),
        reason: 'ImagePullBackOff',
        message: 'not found',
      },
    ],
    [
      'between two phases',
      {
        conditions: [succeeded('Unknown', at('00:01'))],
        steps: [step('prepare', '00:10', '00:12'), { name: 'analyze' }],
      },
      { kind: 'running', since: at('00:10') },
    ],
    ['that succeeded', { conditions: [succeeded('True')] }, { kind: 'succeeded', since: at('01:00') }],
    [
      'that failed',
      { conditions: [succeeded('False')], failure: NOTHING_DETECTED },
      {
        kind: 'failed',
        since: at('01:00'),
        failure: { ...NOTHING_DETECTED, summary: `${MEANING} (detect, exit code 20).` },
      },
    ],
    [
      'that was refused',
      {
        conditions: [succeeded('False')],
        failure: { reason: 'BuildRefused', actor: 'user', message: 'spec.tags: invalid', advice: 'Correct it.' },
      },
      {
        kind: 'failed',
        since: at('01:00'),
        failure: {
          reason: 'BuildRefused',
          actor: 'user',
          message: 'spec.tags: invalid',
          advice: 'Correct it.',
          summary: 'spec.tags: invalid',
          log: [],
        },
      },
    ],
    [
      'that was cancelled',
      { conditions: [succeeded('False')], failure: { reason: 'Cancelled', message: 'The build was cancelled.' } },
      {
        kind: 'cancelled',
        since: at('01:00'),
        failure: {
          reason: 'Cancelled',
          actor: 'none',
          message: 'The build was cancelled.',
          summary: 'The build was cancelled.',
          advice: 'If the image is still needed, use "taskpack retry".',
          log: [],
        },
      },
    ],
  ];
  for (const [title, status, expected] of states) {
    it(`${title} is ${JSON.stringify(expected).slice(9, 18)}`, () => {
      expect(buildView({ build: asBuild(someBuild(status)), nowMs: NOW_MS }).state).to.deep.equal(expected);
    });
  }

  it('is queued if only the Pod has the gate', () => {
    const pod = { spec: { schedulingGates: [{ name: 'kueue.x-k8s.io/admission' }] } };
    expect(buildView({ build: asBuild(someBuild()), pod: asPod(pod), nowMs: NOW_MS }).state.kind).to.equal('queued');
  });
});

describe("kpack's own Build", () => {
  const failed = {
    conditions: [succeeded('False', at('01:00'), { reason: 'Failed', message: 'Error:  Container detect' })],
    podName: 'shop-build-2-build-pod',
    stepStates: [
      terminated('00:05', '00:07'),
      terminated('00:08', '00:09'),
      terminated('00:10', '00:12', 20),
      terminated('00:12', '00:12', 1),
    ],
    stepsCompleted: ['prepare', 'analyze'],
  };

  it('has phases with names and times', () => {
    expect(buildView({ build: asBuild(someBuild(failed)), nowMs: NOW_MS }).phases).to.deep.equal([
      {
        name: 'prepare',
        state: 'succeeded',
        exitCode: 0,
        startedAt: at('00:05'),
        finishedAt: at('00:07'),
        durationMs: 2000,
      },
      {
        name: 'analyze',
        state: 'succeeded',
        exitCode: 0,
        startedAt: at('00:08'),
        finishedAt: at('00:09'),
        durationMs: 1000,
      },
      {
        name: 'detect',
        state: 'failed',
        exitCode: 20,
        startedAt: at('00:10'),
        finishedAt: at('00:12'),
        durationMs: 2000,
      },
      { name: 'restore', state: 'skipped' },
    ]);
  });

  it('is explained by the exit code of its failed phase', () => {
    const { state, workload } = buildView({ build: asBuild(someBuild(failed)), nowMs: NOW_MS });
    expect(workload).to.deep.equal({ pod: 'shop-build-2-build-pod' });
    expect(state.kind === 'failed' ? state.failure : undefined).to.deep.equal({
      reason: 'NothingDetected',
      summary: `${MEANING} (detect, exit code 20).`,
      message: 'Error:  Container detect',
      phase: 'detect',
      exitCode: 20,
      actor: 'user',
      advice: "Check the source's sub path, and that the builder has a buildpack for this kind of source.",
      log: [],
    });
  });

  it('runs one phase at a time although all containers run', () => {
    const running = { running: { startedAt: at('00:05') } };
    const status = {
      conditions: [succeeded('Unknown')],
      stepStates: [terminated('00:05', '00:07'), running, running],
      stepsCompleted: ['prepare'],
    };
    expect(buildView({ build: asBuild(someBuild(status)), nowMs: NOW_MS }).state).to.deep.equal({
      kind: 'running',
      since: at('00:05'),
      phase: 'analyze',
      phaseSince: at('00:07'),
    });
  });

  it('may be a rebase', () => {
    const status = { conditions: [succeeded('Unknown')], stepStates: [{ running: { startedAt: at('00:05') } }, {}] };
    expect(
      buildView({ build: asBuild(someBuild(status)), nowMs: NOW_MS }).phases.map(({ name }) => name),
    ).to.deep.equal(['rebase', 'completion']);
  });
});

describe('the view of a Build', () => {
  it('has everything that the Build reports', () => {
    const build = someBuild(
      {
        conditions: [succeeded('True')],
        backend: 'tekton',
        taskRunName: 'shop-build-2-build',
        podName: 'shop-build-2-build-pod',
        builderTrust: 'Untrusted',
        latestImage: 'registry.example/shop@sha256:cc',
        latestCacheImage: 'registry.example/shop-cache@sha256:dd',
        buildMetadata: [{ id: 'some/java', version: '2.0.0', homepage: 'https://example.com' }],
        stack: { id: 'some.stack', runImage: 'registry.example/run@sha256:ee' },
        lifecycleVersion: '0.20.12',
      },
      {
        annotations: {
          'image.kpack.io/reason': 'TRIGGER',
          'image.kpack.io/builderName': 'base',
          'image.kpack.io/builderKind': 'ClusterBuilder',
        },
      },
      { source: { git: { url: 'https://user:secret@git.example/shop.git', revision: 'main' }, subPath: 'web' } },
    );
    expect(buildView({ build: asBuild(build), nowMs: NOW_MS })).to.deep.equal({
      apiVersion: 'taskpack.dev/v1alpha1',
      kind: 'BuildView',
      name: 'shop-build-2',
      namespace: 'team',
      createdAt: at('00:00'),
      image: 'shop',
      number: 2,
      state: { kind: 'succeeded', since: at('01:00') },
      durationMs: 60_000,
      cause: {
        kind: 'image',
        reasons: ['TRIGGER'],
        changes: [{ kind: 'other', reason: 'TRIGGER', sentence: 'A user triggered a Build' }],
      },
      source: { kind: 'git', url: 'https://git.example/shop.git', revision: 'main', subPath: 'web' },
      builtImage: 'registry.example/shop@sha256:cc',
      workload: { backend: 'tekton', taskRun: 'shop-build-2-build', pod: 'shop-build-2-build-pod' },
      builder: {
        resource: { kind: 'ClusterBuilder', name: 'base' },
        image: 'registry.example/builder@sha256:aa',
        trust: 'Untrusted',
      },
      tags: ['registry.example/shop', 'registry.example/shop:b2'],
      phases: [],
      waterfall: [{ kind: 'starting', startedAt: at('00:00'), finishedAt: at('01:00'), durationMs: 60_000 }],
      buildpacks: [{ id: 'some/java', version: '2.0.0', homepage: 'https://example.com' }],
      runImage: 'registry.example/run@sha256:ee',
      lifecycleVersion: '0.20.12',
      cacheImage: 'registry.example/shop-cache@sha256:dd',
    });
  });

  it('exists for an object with nothing in it', () => {
    const view = buildView({
      build: asBuild({ metadata: { name: 'x' }, status: { steps: 'no', conditions: {} } }),
      nowMs: 0,
    });
    expect(view).to.include({ name: 'x' });
    expect(view.state.kind).to.equal('waiting');
  });
});
