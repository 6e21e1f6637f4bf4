import { expect } from 'chai';
import { asPod } from '../../../../src/core/model/objects/pod.ts';
import { asBuild } from '../../../../src/core/model/objects/build.ts';
import { podRecord, taskRunRecord } from '../../../../src/controller/builds/cache/workload-records.ts';
import { decideOnPod } from '../../../../src/controller/builds/decide/decide-on-pod.ts';
import { decideOnTaskRun } from '../../../../src/controller/builds/decide/decide-on-task-run.ts';
import { unreadySidecar } from '../../../../src/controller/builds/decide/sidecars.ts';
import { observedPod, observedTaskRun } from '../../../../src/controller/builds/observe/observed-workload.ts';
import type { KubeObject } from '../../../../src/clients/kube/client/kube-object.ts';
import { logTargets } from '../../../../src/insight/logs/log-target.ts';
import type { BuildProgress } from '../../../../src/core/model/build-progress.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { activityText, activityView } from '../../../../src/insight/views/activity-view.ts';
import { waterfall } from '../../../../src/insight/views/waterfall.ts';
import { SETTINGS, someObservation } from '../../controller/builds/decide/some-observation.ts';

/** A container of the specification with the fields of its status. Without `state`, the status does not list the container. */
interface Container extends JsonObject {
  readonly name: string;
  readonly restartPolicy?: string;
  readonly state?: JsonObject;
  readonly ready?: boolean;
  readonly started?: boolean;
}

interface PodParts {
  readonly init?: readonly Container[];
  readonly main: readonly Container[];
  readonly ephemeral?: readonly Container[];
  /** True if the first phase waits until the controller has seen the injected containers. */
  readonly isGated?: boolean;
  readonly annotations?: JsonObject;
}

/** The results of all readers of one Pod. */
interface Readings {
  /** The activity that `taskpack status` and `taskpack logs --follow` print. */
  readonly view: string;
  /** The segment of the waterfall before the first phase: `sidecars` if the Pod may have some, `none` before a phase's container runs. */
  readonly wait: 'sidecars' | 'first-phase' | 'none';
  /** The containers of `taskpack logs --all`: first the phases, and after the dash the others. */
  readonly logs: string;
  /** The containers that injectors added, with their roles. An exclamation mark stands before those that are not ready. */
  readonly injected: string;
  /** The containers of taskpack and Tekton that run no phase. */
  readonly helpers: string;
  /** The next action of the controller, and the injected container that the phases wait for. */
  readonly controller: string;
}

interface Case extends PodParts {
  readonly title: string;
  readonly workload: 'pod' | 'taskrun';
  readonly expected: Readings;
}

const STARTED = '2026-01-02T03:04:05Z';
const RUNS = { state: { running: { startedAt: STARTED } }, ready: true, started: true };
const UNREADY = { ...RUNS, ready: false };
const STARTING = { ...RUNS, ready: false, started: false };
const ENDED = { state: { terminated: { exitCode: 0, startedAt: STARTED } }, ready: true, started: false };
const WAITS = { state: { waiting: { reason: 'PodInitializing' } }, ready: false, started: false };
const NATIVE = { restartPolicy: 'Always' };

const PHASES = ['prepare', 'analyze', 'detect', 'restore', 'build', 'export', 'completion'];
const ALL = PHASES.join(' ');

/** All phases with one status, or with those of the first ones. */
function phases(all: JsonObject, ...first: readonly JsonObject[]): readonly Container[] {
  return PHASES.map((name, index) => ({ name, ...(first[index] ?? all) }));
}

function steps(all: JsonObject, ...first: readonly JsonObject[]): readonly Container[] {
  return phases(all, ...first).map(({ name, ...status }) => ({ name: `step-${name}`, ...status }));
}

const TEKTON_INIT = [
  { name: 'prepare', ...ENDED },
  { name: 'place-scripts', ...ENDED },
];
const DUMMY = { name: 'sidecar-dummy', ...RUNS };

const CASES: readonly Case[] = [
  {
    title: 'init containers run the phases',
    workload: 'pod',
    init: phases(WAITS, ENDED, RUNS).slice(0, -1),
    main: [{ name: 'completion', ...WAITS }],
    expected: {
      view: 'analyze',
      wait: 'first-phase',
      logs: `${ALL} -`,
      injected: '',
      helpers: '',
      controller: 'report',
    },
  },
  {
    title: 'a classic proxy beside the last of the init containers is not waited for by the view',
    workload: 'pod',
    init: phases(WAITS, RUNS).slice(0, -1),
    main: [
      { name: 'completion', ...WAITS },
      { name: 'istio-proxy', ...WAITS },
    ],
    expected: {
      view: 'prepare',
      wait: 'sidecars',
      logs: `${ALL} - istio-proxy`,
      injected: '!istio-proxy (sidecar)',
      helpers: '',
      controller: 'report, unready: istio-proxy',
    },
  },
  {
    title: 'a Pod without statuses',
    workload: 'pod',
    init: [{ name: 'pre-start' }],
    main: PHASES.map((name) => ({ name })),
    expected: {
      view: 'waits for node n',
      wait: 'none',
      logs: `${ALL} - pre-start`,
      injected: '',
      helpers: 'pre-start',
      controller: 'report',
    },
  },
  {
    title: 'the init container that copies the waiter runs',
    workload: 'pod',
    init: [{ name: 'pre-start', ...RUNS, ready: false }],
    main: phases(WAITS),
    expected: {
      view: 'waits for init container pre-start',
      wait: 'none',
      logs: `${ALL} - pre-start`,
      injected: '',
      helpers: 'pre-start',
      controller: 'report',
    },
  },
  {
    title: 'a classic proxy is not ready',
    workload: 'pod',
    isGated: true,
    init: [{ name: 'istio-init', ...ENDED }],
    main: [...phases(RUNS), { name: 'istio-proxy', ...UNREADY }],
    expected: {
      view: 'waits for sidecar istio-proxy to be ready',
      wait: 'sidecars',
      logs: `${ALL} - istio-init istio-proxy`,
      injected: 'istio-init (init) !istio-proxy (sidecar)',
      helpers: '',
      controller: 'report, unready: istio-proxy',
    },
  },
  {
    title: 'a classic proxy is ready',
    workload: 'pod',
    isGated: true,
    init: [{ name: 'istio-init', ...ENDED }],
    main: [...phases(RUNS), { name: 'istio-proxy', ...RUNS }],
    expected: {
      view: 'prepare',
      wait: 'sidecars',
      logs: `${ALL} - istio-init istio-proxy`,
      injected: 'istio-init (init) istio-proxy (sidecar)',
      helpers: '',
      controller: 'open-gate',
    },
  },
  {
    title: 'a classic proxy is listed before the phases',
    workload: 'pod',
    isGated: true,
    main: [{ name: 'linkerd-proxy', ...UNREADY }, ...phases(RUNS)],
    expected: {
      view: 'waits for sidecar linkerd-proxy to be ready',
      wait: 'sidecars',
      logs: `${ALL} - linkerd-proxy`,
      injected: '!linkerd-proxy (sidecar)',
      helpers: '',
      controller: 'report, unready: linkerd-proxy',
    },
  },
  {
    title: 'the gate is open and a classic proxy is not ready any more',
    workload: 'pod',
    isGated: true,
    annotations: { 'build.kpack.io/ready': 'true' },
    main: [...phases(RUNS, ENDED), { name: 'istio-proxy', ...UNREADY }],
    expected: {
      view: 'analyze',
      wait: 'sidecars',
      logs: `${ALL} - istio-proxy`,
      injected: '!istio-proxy (sidecar)',
      helpers: '',
      controller: 'report, unready: istio-proxy',
    },
  },
  {
    title: 'a native proxy has not started',
    workload: 'pod',
    isGated: true,
    init: [
      { name: 'istio-init', ...ENDED },
      { name: 'istio-proxy', ...NATIVE, ...STARTING },
    ],
    main: phases(WAITS),
    expected: {
      view: 'waits for node n',
      wait: 'none',
      logs: `${ALL} - istio-init istio-proxy`,
      injected: 'istio-init (init) !istio-proxy (native-sidecar)',
      helpers: '',
      controller: 'report, unready: istio-proxy',
    },
  },
  {
    title: 'a native proxy has started and is not ready: the view says what the kubelet starts, the gate stays closed',
    workload: 'pod',
    isGated: true,
    init: [{ name: 'istio-proxy', ...NATIVE, ...UNREADY }],
    main: phases(RUNS),
    expected: {
      view: 'prepare',
      wait: 'first-phase',
      logs: `${ALL} - istio-proxy`,
      injected: '!istio-proxy (native-sidecar)',
      helpers: '',
      controller: 'report, unready: istio-proxy',
    },
  },
  {
    title: 'a native proxy has started and is not ready, and a classic one is not ready',
    workload: 'pod',
    isGated: true,
    init: [{ name: 'istio-proxy', ...NATIVE, ...UNREADY }],
    main: [...phases(RUNS), { name: 'vault-agent', ...UNREADY }],
    expected: {
      view: 'waits for sidecar vault-agent to be ready',
      wait: 'sidecars',
      logs: `${ALL} - istio-proxy vault-agent`,
      injected: '!istio-proxy (native-sidecar) !vault-agent (sidecar)',
      helpers: '',
      controller: 'report, unready: istio-proxy',
    },
  },
  {
    title: 'a native proxy is ready before its start is reported: the view waits, the gate opens',
    workload: 'pod',
    isGated: true,
    init: [{ name: 'istio-proxy', ...NATIVE, ...RUNS, started: false }],
    main: phases(RUNS),
    expected: {
      view: 'waits for sidecar istio-proxy to be ready',
      wait: 'first-phase',
      logs: `${ALL} - istio-proxy`,
      injected: 'istio-proxy (native-sidecar)',
      helpers: '',
      controller: 'open-gate',
    },
  },
  {
    title: 'a native proxy is ready',
    workload: 'pod',
    isGated: true,
    init: [{ name: 'istio-proxy', ...NATIVE, ...RUNS }],
    main: phases(RUNS),
    expected: {
      view: 'prepare',
      wait: 'first-phase',
      logs: `${ALL} - istio-proxy`,
      injected: 'istio-proxy (native-sidecar)',
      helpers: '',
      controller: 'open-gate',
    },
  },
  {
    title: 'an injected init container cannot pull its image',
    workload: 'pod',
    init: [{ name: 'istio-init', state: { waiting: { reason: 'ErrImagePull', message: 'no such image' } } }],
    main: phases(WAITS),
    expected: {
      view: 'waits for image registry.example/istio-init of container istio-init: ErrImagePull: no such image',
      wait: 'none',
      logs: `${ALL} - istio-init`,
      injected: '!istio-init (init)',
      helpers: '',
      controller: 'report',
    },
  },
  {
    title: 'an injected regular container of a native Pod has the prefix of a sidecar of Tekton',
    workload: 'pod',
    isGated: true,
    main: [...phases(RUNS), { name: 'sidecar-agent', ...UNREADY }],
    expected: {
      view: 'waits for sidecar sidecar-agent to be ready',
      wait: 'sidecars',
      logs: `${ALL} - sidecar-agent`,
      injected: '!sidecar-agent (sidecar)',
      helpers: '',
      controller: 'report, unready: sidecar-agent',
    },
  },
  {
    title: 'an ephemeral container runs',
    workload: 'pod',
    main: phases(RUNS, ENDED),
    ephemeral: [{ name: 'debugger', ...UNREADY }],
    expected: {
      view: 'analyze',
      wait: 'first-phase',
      logs: `${ALL} -`,
      injected: '',
      helpers: '',
      controller: 'report',
    },
  },
  {
    title: 'the init container prepare of Tekton is not the phase',
    workload: 'taskrun',
    init: [{ name: 'prepare', ...RUNS, ready: false }],
    main: [...steps(WAITS), { ...DUMMY, ...WAITS }],
    expected: {
      view: 'waits for init container prepare',
      wait: 'none',
      logs: `${ALL} - prepare sidecar-dummy`,
      injected: '',
      helpers: 'prepare sidecar-dummy',
      controller: 'report waiting-for-sidecars',
    },
  },
  {
    title: 'Tekton waits for a classic proxy',
    workload: 'taskrun',
    init: [...TEKTON_INIT, { name: 'istio-init', ...ENDED }],
    main: [...steps(RUNS), DUMMY, { name: 'istio-proxy', ...UNREADY }],
    expected: {
      view: 'waits for sidecar istio-proxy to be ready',
      wait: 'sidecars',
      logs: `${ALL} - prepare place-scripts istio-init sidecar-dummy istio-proxy`,
      injected: 'istio-init (init) !istio-proxy (sidecar)',
      helpers: 'prepare place-scripts sidecar-dummy',
      controller: 'report waiting-for-sidecars, unready: istio-proxy',
    },
  },
  {
    title: 'Tekton has let the first step run',
    workload: 'taskrun',
    annotations: { 'tekton.dev/ready': 'READY' },
    init: TEKTON_INIT,
    main: [...steps(RUNS), { name: 'istio-proxy', ...UNREADY }],
    expected: {
      view: 'prepare',
      wait: 'sidecars',
      logs: `${ALL} - prepare place-scripts istio-proxy`,
      injected: '!istio-proxy (sidecar)',
      helpers: 'prepare place-scripts',
      controller: 'report started, unready: istio-proxy',
    },
  },
  {
    title: 'Tekton runs the declared sidecar as a native one',
    workload: 'taskrun',
    init: [...TEKTON_INIT, { ...DUMMY, ...NATIVE }, { name: 'istio-proxy', ...NATIVE, ...UNREADY }],
    main: steps(RUNS),
    expected: {
      view: 'prepare',
      wait: 'first-phase',
      logs: `${ALL} - prepare place-scripts sidecar-dummy istio-proxy`,
      injected: '!istio-proxy (native-sidecar)',
      helpers: 'prepare place-scripts sidecar-dummy',
      controller: 'report waiting-for-sidecars, unready: istio-proxy',
    },
  },
  {
    title: 'the declared sidecar of Tekton, as a native one, has not started',
    workload: 'taskrun',
    init: [...TEKTON_INIT, { ...DUMMY, ...NATIVE, ...STARTING }],
    main: steps(RUNS),
    expected: {
      view: 'waits for sidecar sidecar-dummy to be ready',
      wait: 'first-phase',
      logs: `${ALL} - prepare place-scripts sidecar-dummy`,
      injected: '',
      helpers: 'prepare place-scripts sidecar-dummy',
      controller: 'report waiting-for-sidecars',
    },
  },
  {
    title: 'Tekton reads results from logs by a sidecar of its own',
    workload: 'taskrun',
    init: TEKTON_INIT,
    main: [...steps(RUNS), { name: 'sidecar-tekton-log-results', ...UNREADY }],
    expected: {
      view: 'prepare',
      wait: 'sidecars',
      logs: `${ALL} - prepare place-scripts sidecar-tekton-log-results`,
      injected: '',
      helpers: 'prepare place-scripts sidecar-tekton-log-results',
      controller: 'report waiting-for-sidecars',
    },
  },
  {
    title:
      'an injected container has the prefix of a sidecar of Tekton: the view does not know the Task, the controller does',
    workload: 'taskrun',
    init: TEKTON_INIT,
    main: [...steps(RUNS), { name: 'sidecar-agent', ...UNREADY }],
    expected: {
      view: 'prepare',
      wait: 'sidecars',
      logs: `${ALL} - prepare place-scripts sidecar-agent`,
      injected: '!sidecar-agent (sidecar)',
      helpers: 'prepare place-scripts',
      controller: 'report waiting-for-sidecars, unready: sidecar-agent',
    },
  },
  {
    title: 'an ephemeral container runs beside the steps',
    workload: 'taskrun',
    annotations: { 'tekton.dev/ready': 'READY' },
    init: TEKTON_INIT,
    main: steps(RUNS, ENDED),
    ephemeral: [{ name: 'step-debugger', ...UNREADY }],
    expected: {
      view: 'analyze',
      wait: 'first-phase',
      logs: `${ALL} - prepare place-scripts`,
      injected: '',
      helpers: 'prepare place-scripts',
      controller: 'report started',
    },
  },
];

describe('the containers of a Pod', () => {
  for (const { title, workload, expected, ...parts } of CASES) {
    it(`are read alike, or differently on purpose: ${workload}, ${title}`, () => {
      const pod = podOf(parts);
      const readings = { view: activityText(activityView({ pod: asPod(pod) })), wait: waitOf(pod), logs: logsOf(pod) };
      const controller = workload === 'pod' ? nativeReadings(pod) : tektonReadings(pod);
      expect({ ...readings, ...controller }).to.deep.equal(expected);
    });
  }

  it('run the phases of a native Pod although an injected init container has the prefix of a step', () => {
    const pod = podOf({ init: [{ name: 'step-ca', ...ENDED }], main: phases(RUNS, ENDED) });
    expect(activityText(activityView({ pod: asPod(pod) }))).to.equal('analyze');
    expect(logsOf(pod)).to.equal(`${ALL} - step-ca`);
    expect(nativeReadings(pod)).to.deep.include({ injected: 'step-ca (init)' });
  });

  it('run no phase if they run a step with another name', () => {
    const pod = podOf({ init: TEKTON_INIT, main: [...steps(ENDED), { name: 'step-scan', ...RUNS }] });
    expect(activityText(activityView({ pod: asPod(pod) }))).to.equal('waits for the result');
    expect(logsOf(pod)).to.equal(`${ALL} - prepare place-scripts step-scan`);
  });
});

function podOf({ init = [], main, ephemeral = [], isGated = false, annotations = {} }: PodParts): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'app-pod', namespace: 'team', uid: 'pod-1', creationTimestamp: STARTED, annotations },
    spec: {
      nodeName: 'n',
      initContainers: init.map(specOf),
      containers: main.map(specOf),
      ephemeralContainers: ephemeral.map(specOf),
      volumes: isGated ? [{ name: 'downward-api-dir' }] : [],
    },
    status: {
      phase: 'Running',
      startTime: STARTED,
      conditions: [{ type: 'PodScheduled', status: 'True', lastTransitionTime: STARTED }],
      initContainerStatuses: init.flatMap(statusOf),
      // The kubelet lists them by name.
      containerStatuses: main.toSorted((one, other) => one.name.localeCompare(other.name)).flatMap(statusOf),
      ephemeralContainerStatuses: ephemeral.flatMap(statusOf),
    },
  };
}

function specOf({ name, restartPolicy }: Container): JsonObject {
  return { name, image: `registry.example/${name}`, ...(restartPolicy !== undefined && { restartPolicy }) };
}

function statusOf({ name, state, ready = false, started = false }: Container): readonly JsonObject[] {
  return state === undefined ? [] : [{ name, state, ready, started }];
}

/** The segment between the start of the first container and that of the first phase. */
function waitOf(pod: KubeObject): string {
  const build = { metadata: { creationTimestamp: STARTED }, status: { podName: 'app-pod' } };
  const phase = { name: 'prepare', state: 'running', startedAt: '2026-01-02T03:05:05Z' } as const;
  const segments = waterfall({
    build: asBuild(build),
    phases: [phase],
    pod: asPod(pod),
    nowMs: Date.parse('2026-01-02T03:06:05Z'),
  });
  return segments.find(({ kind }) => kind === 'sidecars' || kind === 'first-phase')?.kind ?? 'none';
}

function logsOf(pod: KubeObject): string {
  const targets = logTargets(asPod(pod), { kind: 'all' });
  const titles = (isPhase: boolean): readonly string[] =>
    targets.filter((target) => target.isPhase === isPhase).map(({ title }) => title);
  return [...titles(true), '-', ...titles(false)].join(' ');
}

function nativeReadings(pod: KubeObject) {
  const observed = observedPod(podRecord(pod));
  const { kind } = decideOnPod(observed, someObservation(), SETTINGS);
  return { ...containersOf(observed.progress), controller: kind + unreadyOf(observed.progress) };
}

function tektonReadings(pod: KubeObject) {
  const taskRun = {
    apiVersion: 'tekton.dev/v1',
    kind: 'TaskRun',
    metadata: { name: 'app', namespace: 'team', uid: 'run-1' },
    spec: { taskSpec: { steps: PHASES.map((name) => ({ name })), sidecars: [{ name: 'dummy' }] } },
    status: { podName: 'app-pod', startTime: STARTED },
  };
  const observed = observedTaskRun(taskRunRecord(taskRun), podRecord(pod));
  const { kind } = decideOnTaskRun(observed, someObservation(), SETTINGS);
  const controller = `${kind} ${observed.stage}${unreadyOf(observed.progress)}`;
  return { ...containersOf(observed.progress), controller };
}

function containersOf({ foreign, helpers }: BuildProgress) {
  const injected = foreign.map(({ container, role, isReady }) => `${isReady ? '' : '!'}${container} (${role})`);
  return { injected: injected.join(' '), helpers: helpers.map(({ container }) => container).join(' ') };
}

function unreadyOf(progress: BuildProgress): string {
  const unready = unreadySidecar(progress);
  return unready === undefined ? '' : `, unready: ${unready.container}`;
}
