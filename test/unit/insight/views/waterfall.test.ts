import { expect } from 'chai';
import { asPod } from '../../../../src/core/model/objects/pod.ts';
import { asBuild } from '../../../../src/core/model/objects/build.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { buildView } from '../../../../src/insight/views/build-view.ts';
import { at, NOW_MS, someBuild, step, succeeded, terminated } from './some-objects.ts';

/** The Pod was created at 0:02, has a node since 0:04, and its first container runs since 0:09. */
const POD: JsonObject = {
  metadata: { creationTimestamp: at('00:02') },
  spec: { containers: [{ name: 'step-prepare' }, { name: 'istio-proxy' }] },
  status: {
    conditions: [{ type: 'PodScheduled', status: 'True', lastTransitionTime: at('00:04') }],
    containerStatuses: [
      { name: 'istio-proxy', state: { running: { startedAt: at('00:08') } } },
      { name: 'step-prepare', state: { running: { startedAt: at('00:09') } } },
    ],
  },
};

const STEPS = [step('prepare', '00:12', '00:14'), step('analyze', '00:14', '00:16'), step('detect', '00:18', '00:20')];

/** Formats segments as `KIND FROM-TO`, with `...` for a segment that continues. */
function shown(status: JsonObject, pod?: JsonObject): readonly string[] {
  const build = someBuild(status);
  const view = buildView({ build: asBuild(build), nowMs: NOW_MS, ...(pod !== undefined && { pod: asPod(pod) }) });
  return view.waterfall.map((segment) => {
    const name = segment.kind === 'phase' ? `${segment.phase} ${segment.state}` : segment.kind;
    const to = segment.finishedAt === undefined ? '...' : segment.finishedAt.slice(14, 19);
    return `${name} ${segment.startedAt.slice(14, 19)}-${to} ${segment.durationMs / 1000}s`;
  });
}

function failed(reason: string, phase?: string): JsonObject {
  return {
    conditions: [succeeded('False', at('00:30'))],
    failure: { reason, ...(phase !== undefined && { phase }) },
  };
}

describe("the parts of a Build's time", () => {
  const done = { conditions: [succeeded('True', at('00:25'))], steps: STEPS };

  it('are read from the Build alone', () => {
    expect(shown(done)).to.deep.equal([
      'starting 00:00-00:12 12s',
      'prepare succeeded 00:12-00:14 2s',
      'analyze succeeded 00:14-00:16 2s',
      'hand-off 00:16-00:18 2s',
      'detect succeeded 00:18-00:20 2s',
      'finishing 00:20-00:25 5s',
    ]);
  });

  it('show the wait for sidecars if the first container started before its phase', () => {
    expect(shown({ ...done, stepStates: [terminated('00:07', '00:14')] }).slice(0, 3)).to.deep.equal([
      'starting 00:00-00:07 7s',
      'sidecars 00:07-00:12 5s',
      'prepare succeeded 00:12-00:14 2s',
    ]);
  });

  it('are divided further with the Pod', () => {
    expect(shown(done, POD).slice(0, 5)).to.deep.equal([
      'creating-pod 00:00-00:02 2s',
      'scheduling 00:02-00:04 2s',
      'pulling 00:04-00:09 5s',
      'sidecars 00:09-00:12 3s',
      'prepare succeeded 00:12-00:14 2s',
    ]);
  });

  it("do not take Tekton's own init container for the phase prepare", () => {
    const own = { name: 'prepare', state: { terminated: { startedAt: at('00:05'), finishedAt: at('00:06') } } };
    const pod = {
      ...POD,
      spec: { ...Object(POD['spec']), initContainers: [{ name: 'prepare' }] },
      status: { ...Object(POD['status']), initContainerStatuses: [own] },
    };
    expect(shown(done, pod)).to.deep.equal(shown(done, POD));
  });

  it('wait for the first phase instead of sidecars if the Pod has no other container', () => {
    const pod = { ...POD, spec: { containers: [{ name: 'step-prepare' }] } };
    expect(shown(done, pod)[3]).to.equal('first-phase 00:09-00:12 3s');
  });

  const open: readonly (readonly [title: string, pod: JsonObject | undefined, status: JsonObject, last: string])[] = [
    ['without a Pod', undefined, {}, 'starting 00:00-... 600s'],
    ['whose Pod has no node', { ...POD, status: {} }, {}, 'scheduling 00:02-... 598s'],
    [
      'whose images are pulled',
      { ...POD, status: { conditions: [{ type: 'PodScheduled', status: 'True', lastTransitionTime: at('00:04') }] } },
      {},
      'pulling 00:04-... 596s',
    ],
    ['that waits for sidecars', POD, { steps: [{ name: 'prepare' }] }, 'sidecars 00:09-... 591s'],
    [
      'that runs a phase',
      POD,
      { steps: [{ name: 'prepare', startedAt: at('00:12') }, { name: 'analyze' }] },
      'prepare running 00:12-... 588s',
    ],
    [
      'between two phases',
      POD,
      { steps: [step('prepare', '00:12', '00:14'), { name: 'analyze' }] },
      'hand-off 00:14-... 586s',
    ],
    ['after its last phase', POD, { steps: [step('prepare', '00:12', '00:14')] }, 'finishing 00:14-... 586s'],
  ];
  for (const [title, pod, status, last] of open) {
    it(`end with a part that continues for a Build ${title}`, () => {
      expect(shown(status, pod).at(-1)).to.equal(last);
    });
  }

  it('have no start of a container if a Build failed before it had a Pod', () => {
    const refused = { conditions: [succeeded('False', at('00:01'))], failure: { reason: 'BuildRefused' } };
    expect(shown(refused)).to.deep.equal(['not-started 00:00-00:01 1s']);
  });

  it('show the attempt to start the first phase or a later one', () => {
    const unstarted = { ...POD, status: { conditions: Object(POD['status']).conditions } };
    expect(shown({ ...failed('ImagePullFailed', 'prepare'), steps: [{ name: 'prepare' }] }, unstarted).at(-1)).to.equal(
      'prepare not-started 00:04-00:30 26s',
    );
    const steps = [step('prepare', '00:12', '00:14'), { name: 'analyze' }];
    expect(shown({ ...failed('ImagePullFailed', 'analyze'), steps }, POD).at(-1)).to.equal(
      'analyze not-started 00:14-00:30 16s',
    );
  });

  it('tell phases that never ran, and phases that were stopped, from phases that failed', () => {
    const steps = [step('prepare', '00:12', '00:30', 137)];
    for (const [reason, state] of [
      ['PhaseStartedEarly', 'not-started'],
      ['Cancelled', 'stopped'],
      ['OutOfMemory', 'failed'],
    ] as const) {
      expect(shown({ ...failed(reason), steps }).at(-1)).to.equal(`prepare ${state} 00:12-00:30 18s`);
    }
  });

  it('ignore the start of a container that could not be started', () => {
    const epoch = '1970-01-01T00:00:00Z';
    const containers = [{ name: 'step-prepare' }, { name: 'step-analyze' }];
    const containerStatuses = [
      { name: 'step-prepare', state: { running: { startedAt: at('00:09') } } },
      { name: 'step-analyze', state: { terminated: { startedAt: epoch, finishedAt: at('00:10'), exitCode: 128 } } },
    ];
    const pod = { ...POD, spec: { containers }, status: { ...Object(POD['status']), containerStatuses } };
    expect(shown(done, pod)[2]).to.equal('pulling 00:04-00:09 5s');
  });

  it('have the time of images if the Pod does not know when its first container started', () => {
    const unknown = { ...POD, status: { conditions: Object(POD['status']).conditions } };
    expect(shown(done, unknown)[2]).to.equal('pulling 00:04-00:12 8s');
  });

  it('end where a cancelled Build ended', () => {
    const status = {
      conditions: [succeeded('False', at('00:30'))],
      failure: { reason: 'Cancelled' },
      steps: [step('prepare', '00:12', '00:14'), { name: 'analyze', startedAt: at('00:14') }, { name: 'detect' }],
    };
    expect(shown(status).slice(-2)).to.deep.equal([
      'prepare succeeded 00:12-00:14 2s',
      'analyze stopped 00:14-00:30 16s',
    ]);
  });

  it('are never negative although clocks differ', () => {
    const early = { ...done, steps: [step('prepare', '00:12', '00:11')] };
    const pod = { ...POD, metadata: { creationTimestamp: '2026-03-01T09:59:58Z' } };
    expect(shown(early, pod)).to.deep.equal([
      'scheduling 00:00-00:04 4s',
      'pulling 00:04-00:09 5s',
      'sidecars 00:09-00:12 3s',
      'prepare succeeded 00:12-00:12 0s',
      'finishing 00:12-00:25 13s',
    ]);
  });
});
