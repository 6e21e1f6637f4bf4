import type { BuildSettings } from '../../../../../src/controllers/build/build-settings.ts';
import { buildRecord, type ActiveBuild } from '../../../../../src/controllers/build/kept/build-record.ts';
import type {
  Observation,
  ObservedPod,
  ObservedTaskRun,
} from '../../../../../src/controllers/build/observe/observation.ts';
import { DEFAULT_CONTROLLER_SETTINGS } from '../../../../../src/settings/controller/defaults.ts';
import { someProgress } from '../some-progress.ts';

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
    seenFor: () => 0,
    isCancelled: false,
    builder: { kind: 'image' },
    isTektonServed: false,
    ...fields,
  };
}

/** A Pod that a kubelet has taken on. */
export function somePod(fields: Partial<ObservedPod> = {}): ObservedPod {
  return {
    kind: 'pod',
    name: 'shop-build-pod',
    uid: 'pod-uid',
    progress: someProgress({ state: { kind: 'running' } }),
    secrets: [],
    layout: 'containers',
    gate: 'none',
    waiterDelivery: 'hook',
    stage: 'taken-on',
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
    stage: 'begun',
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
