import { expect } from 'chai';
import { asBuild } from '../../../../src/core/model/objects/build.ts';
import { asEvent, asPod } from '../../../../src/core/model/objects/pod.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { activityView, type ActivityView } from '../../../../src/insight/views/activity-view.ts';

const [CREATED, SCHEDULED] = ['2026-01-01T00:00:00Z', '2026-01-01T00:00:05Z'];
const IMAGE = 'registry.example/builder';

const ON_NODE = { type: 'PodScheduled', status: 'True', lastTransitionTime: SCHEDULED };
const RUNNING = { running: { startedAt: '2026-01-01T00:00:10Z' } };
const CREATING = { waiting: { reason: 'PodInitializing' } };

function ended(finishedAt: string, exitCode = 0): JsonObject {
  return { terminated: { exitCode, finishedAt } };
}

interface Parts {
  readonly init?: Readonly<Record<string, JsonObject>>;
  readonly main?: Readonly<Record<string, JsonObject>>;
  readonly conditions?: readonly JsonObject[];
  readonly annotations?: JsonObject;
  readonly spec?: JsonObject;
}

type Statuses = Readonly<Record<string, JsonObject>>;

/** A Pod with container statuses by name. A status may have fields beside `state`. */
function pod({ init = {}, main = {}, conditions = [ON_NODE], annotations = {}, spec = {} }: Parts): JsonObject {
  return {
    metadata: { name: 'app-build-pod', creationTimestamp: CREATED, annotations },
    spec: { initContainers: containers(init), containers: containers(main), ...spec },
    status: { conditions, initContainerStatuses: statuses(init), containerStatuses: statuses(main) },
  };
}

function containers(all: Statuses): readonly JsonObject[] {
  return Object.keys(all).map((name) => ({ name, image: IMAGE }));
}

function statuses(all: Statuses): readonly JsonObject[] {
  return Object.entries(all).map(([name, { ready = false, ...state }]) => ({ name, ready, state }));
}

function build(condition?: JsonObject, status: JsonObject = {}): JsonObject {
  return {
    metadata: { name: 'app', creationTimestamp: CREATED },
    ...(condition && { status: { conditions: [{ type: 'Succeeded', status: 'Unknown', ...condition }], ...status } }),
  };
}

const STEP = { name: 'prepare', startedAt: CREATED, finishedAt: SCHEDULED, exitCode: 0 };

const SIDECAR = { main: { prepare: RUNNING, 'istio-proxy': { ...RUNNING, ready: false } } };

const CASES: readonly (readonly [title: string, input: Parameters<typeof activityView>[0], view: ActivityView])[] = [
  [
    'a Build that no controller has observed',
    { build: asBuild(build()) },
    { kind: 'controller', wanted: 'a controller that runs Builds', since: CREATED },
  ],
  [
    'a Build without a Pod, with the words of its controller',
    { build: asBuild(build({ reason: 'QuotaExceeded', message: 'pods "x" is forbidden: exceeded quota' })) },
    {
      kind: 'workload',
      wanted: 'its Pod',
      details: 'QuotaExceeded: pods "x" is forbidden: exceeded quota',
      since: CREATED,
    },
  ],
  [
    'a Build that waits for its first phase, whose Pod the user may not read',
    { build: asBuild(build({ reason: 'PodInitializing', message: 'Container prepare waiting' }, { podName: 'pod' })) },
    { kind: 'node', wanted: 'its first phase', since: CREATED },
  ],
  [
    'a Build of Tekton that waits for its first phase',
    { build: asBuild(build({ reason: 'Pending', message: 'pod status "Initialized":"False"' }, { podName: 'pod' })) },
    { kind: 'node', wanted: 'its first phase', since: CREATED },
  ],
  [
    'a container that cannot start in a Pod that the user may not read',
    { build: asBuild(build({ reason: 'CreateContainerConfigError', message: 'secret "x"' }, { podName: 'pod' })) },
    { kind: 'node', wanted: 'its first phase', details: 'CreateContainerConfigError: secret "x"', since: CREATED },
  ],
  [
    'an image of a Pod that the user may not read',
    { build: asBuild(build({ reason: 'ErrImagePull', message: 'not found' }, { podName: 'pod' })) },
    { kind: 'image-pull', wanted: 'an image', details: 'ErrImagePull: not found', since: CREATED },
  ],
  [
    'the phase that runs in a Pod that the user may not read',
    { build: asBuild(build({}, { podName: 'pod', steps: [STEP, { name: 'analyze', startedAt: SCHEDULED }] })) },
    { kind: 'phase', phase: 'analyze', since: SCHEDULED },
  ],
  [
    'the next phase in a Pod that the user may not read',
    { build: asBuild(build({}, { podName: 'pod', steps: [STEP, { name: 'analyze' }] })) },
    { kind: 'hand-off', wanted: 'analyze to start', since: SCHEDULED },
  ],
  [
    'the result of phases in a Pod that the user may not read',
    { build: asBuild(build({}, { podName: 'pod', steps: [STEP] })) },
    { kind: 'result', wanted: 'the result', since: SCHEDULED },
  ],
  ['nothing at all', {}, { kind: 'workload', wanted: 'its Pod' }],
  [
    'a Pod in a queue',
    { pod: asPod(pod({ conditions: [], spec: { schedulingGates: [{ name: 'kueue.x-k8s.io/admission' }] } })) },
    { kind: 'queue', wanted: 'its turn in a queue (kueue.x-k8s.io/admission)', since: CREATED },
  ],
  [
    'a Pod that fits no node, with the words of the scheduler',
    {
      pod: asPod(
        pod({
          conditions: [
            { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/1 nodes are available' },
          ],
        }),
      ),
    },
    { kind: 'scheduler', wanted: 'a node', details: 'Unschedulable: 0/1 nodes are available', since: CREATED },
  ],
  [
    'a Pod that the scheduler has not seen',
    { pod: asPod(pod({ conditions: [] })) },
    { kind: 'scheduler', wanted: 'the scheduler', since: CREATED },
  ],
  [
    'an image that cannot be pulled, with the error',
    { pod: asPod(pod({ init: { prepare: { waiting: { reason: 'ErrImagePull', message: 'not found' } } }, main: {} })) },
    { kind: 'image-pull', wanted: `image ${IMAGE} of container prepare`, details: 'ErrImagePull: not found' },
  ],
  [
    'a container that cannot be created',
    {
      pod: asPod(
        pod({ main: { prepare: { waiting: { reason: 'CreateContainerConfigError', message: 'secret "x"' } } } }),
      ),
    },
    { kind: 'container', wanted: 'container prepare', details: 'CreateContainerConfigError: secret "x"' },
  ],
  [
    'the node, with the pull that its newest Event names',
    {
      pod: asPod(pod({ main: { prepare: CREATING }, spec: { nodeName: 'one' } })),
      events: [
        { reason: 'Pulling', message: 'Pulling image "b"', lastTimestamp: '2026-01-01T00:00:07Z', type: 'Normal' },
        { reason: 'Scheduled', message: 'x', lastTimestamp: '2026-01-01T00:00:05Z', type: 'Normal' },
      ].map(asEvent),
    },
    { kind: 'node', wanted: 'node one', details: 'Pulling image "b"', since: SCHEDULED },
  ],
  [
    'the node, with the error of a volume',
    {
      pod: asPod(pod({ main: { prepare: CREATING }, spec: { nodeName: 'one' } })),
      events: [{ reason: 'FailedMount', message: 'secret "x" not found', type: 'Warning' }].map(asEvent),
    },
    { kind: 'node', wanted: 'node one', details: 'FailedMount: secret "x" not found', since: SCHEDULED },
  ],
  [
    'an init container of Tekton',
    { pod: asPod(pod({ init: { prepare: RUNNING }, main: { 'step-prepare': CREATING } })) },
    { kind: 'node', wanted: 'init container prepare', since: SCHEDULED },
  ],
  [
    'a sidecar that is not ready',
    { pod: asPod(pod(SIDECAR)) },
    { kind: 'sidecars', wanted: 'sidecar istio-proxy to be ready', since: '2026-01-01T00:00:10Z' },
  ],
  [
    'the first phase if the controller has opened the gate',
    { pod: asPod(pod({ ...SIDECAR, annotations: { 'build.kpack.io/ready': 'true' } })) },
    { kind: 'phase', phase: 'prepare', since: '2026-01-01T00:00:10Z' },
  ],
  [
    'a phase that an init container runs beside a sidecar that starts later',
    { pod: asPod(pod({ init: { prepare: RUNNING }, main: { completion: CREATING, 'istio-proxy': CREATING } })) },
    { kind: 'phase', phase: 'prepare', since: '2026-01-01T00:00:10Z' },
  ],
  [
    'a step whose container is older than the end of the step before',
    { pod: asPod(pod({ main: { 'step-prepare': ended('2026-01-01T00:00:20Z'), 'step-analyze': RUNNING } })) },
    { kind: 'phase', phase: 'analyze', since: '2026-01-01T00:00:20Z' },
  ],
  [
    'the next init container',
    { pod: asPod(pod({ init: { prepare: ended('2026-01-01T00:00:20Z'), analyze: CREATING } })) },
    { kind: 'hand-off', wanted: 'analyze to start', since: '2026-01-01T00:00:20Z' },
  ],
  [
    'the result of a phase that failed',
    { pod: asPod(pod({ init: { prepare: ended('2026-01-01T00:00:20Z', 1), analyze: CREATING } })) },
    { kind: 'result', wanted: 'the result', since: '2026-01-01T00:00:20Z' },
  ],
];

describe('what an unfinished Build waits for', () => {
  for (const [title, input, view] of CASES) {
    it(`is ${title}`, () => {
      expect(activityView(input)).to.deep.equal(view);
    });
  }
});
