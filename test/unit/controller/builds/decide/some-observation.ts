import { buildRecord, type ActiveBuild } from '../../../../../src/controller/builds/cache/build-record.ts';
import type {
  Observation,
  ObservedPod,
  ObservedTaskRun,
} from '../../../../../src/controller/builds/observe/observation.ts';
import {
  DEFAULT_CONTROLLER_SETTINGS,
  type ControllerSettings,
} from '../../../../../src/core/settings/controller-settings.ts';
import { someProgress } from '../some-progress.ts';

export const SETTINGS: ControllerSettings = DEFAULT_CONTROLLER_SETTINGS;

const BUILD = buildRecord({
  apiVersion: 'kpack.io/v1alpha2',
  kind: 'Build',
  metadata: { name: 'shop', namespace: 'team', uid: 'build-uid', resourceVersion: '1' },
}) as ActiveBuild;

/** Returns a new Build with a builder image, on a cluster without Tekton. */
export function someObservation(fields: Partial<Observation> = {}): Observation {
  return {
    build: BUILD,
    recorded: {},
    observedForMs: () => 0,
    isCancelled: false,
    isTerminating: false,
    lacksPod: false,
    builder: { kind: 'image' },
    isTektonServed: false,
    ...fields,
  };
}

/** Returns a Pod that its kubelet has started. */
export function somePod(fields: Partial<ObservedPod> = {}): ObservedPod {
  return {
    kind: 'pod-containers',
    name: 'shop-build-pod',
    uid: 'pod-uid',
    progress: someProgress({ state: { kind: 'running' } }),
    secrets: [],
    builderTrust: 'Trusted',
    isDebugged: false,
    gate: 'none',
    waiterDelivery: 'hook',
    stage: 'started',
    ...fields,
  };
}

export function someTaskRun(fields: Partial<ObservedTaskRun> = {}): ObservedTaskRun {
  return {
    kind: 'taskrun',
    name: 'shop-build',
    uid: 'task-run-uid',
    progress: someProgress({ state: { kind: 'running' } }),
    secrets: [],
    builderTrust: 'Trusted',
    isDebugged: false,
    stage: 'started',
    ...fields,
  };
}

/** Returns the value after freezing it deeply. */
export function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}
