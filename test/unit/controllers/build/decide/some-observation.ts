import type { BuildSettings } from '../../../../../src/controllers/build/build-settings.ts';
import { buildRecord, type ActiveBuild } from '../../../../../src/controllers/build/kept/build-record.ts';
import type {
  Observation,
  ObservedPod,
  ObservedTaskRun,
} from '../../../../../src/controllers/build/observe/observation.ts';
import { DEFAULT_CONTROLLER_SETTINGS } from '../../../../../src/settings/controller/defaults.ts';
import { someProgress } from '../some-progress.ts';

/** When Builds of these tests were created, in milliseconds since 1970. */
export const CREATED = 1_000_000_000_000;

export const SETTINGS: BuildSettings = DEFAULT_CONTROLLER_SETTINGS;

const BUILD = buildRecord({
  apiVersion: 'kpack.io/v1alpha2',
  kind: 'Build',
  metadata: { name: 'shop', namespace: 'team', uid: 'build-uid', resourceVersion: '1' },
}) as ActiveBuild;

/** A Build of a builder image, of which nothing is known but that Tekton is not there. */
export function someObservation(fields: Partial<Observation> = {}): Observation {
  return {
    build: BUILD,
    recorded: {},
    createdAt: CREATED,
    isCancelled: false,
    builder: { kind: 'image' },
    isTektonServed: false,
    ...fields,
  };
}

/** A Pod that a kubelet has taken on when its Build was created. */
export function somePod(fields: Partial<ObservedPod> = {}): ObservedPod {
  return {
    kind: 'pod',
    name: 'shop-build-pod',
    uid: 'pod-uid',
    progress: someProgress({ state: { kind: 'running' } }),
    secrets: [],
    startedAt: CREATED,
    layout: 'containers',
    gate: 'none',
    waiterDelivery: 'hook',
    isScheduled: true,
    ...fields,
  };
}

export function someTaskRun(fields: Partial<ObservedTaskRun> = {}): ObservedTaskRun {
  return {
    kind: 'task-run',
    name: 'shop-build',
    uid: 'task-run-uid',
    progress: someProgress({ state: { kind: 'running' } }),
    secrets: [],
    startedAt: CREATED,
    ...fields,
  };
}

/** The value, which nobody can change any more. */
export function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}

/** The time of Kubernetes so many seconds after the Build's creation. */
export function after(seconds: number): string {
  return new Date(CREATED + seconds * 1000).toISOString().replace(/\.\d+/, '');
}
