import { isHoldVolume } from '../../../../translators/phases/debug-mode.ts';
import { LIFECYCLE_TMP_VOLUME } from '../../../../translators/phases/trusted-lifecycle.ts';
import { READY_ANNOTATION, READY_TIME_ANNOTATION } from '../../../../translators/phases/workload-metadata.ts';
import { TEKTON_READY_ANNOTATION } from '../../../../translators/tekton/tekton-pod.ts';
import { controllerOf, type KubeObject, type OwnerReference } from '../../../clients/kube/client/kube-object.ts';
import { objectAt, objectsAt, textAt } from '../../../core/model/json-field.ts';
import type { JsonObject } from '../../../core/model/json.ts';
import { STOP_ANNOTATION } from '../status/stop-annotation.ts';
import { identityOf, type Identity } from './identity.ts';

/** A Build's Pod in the cache, or the Pod of a Build's TaskRun. */
export interface PodRecord extends Identity {
  readonly owner: OwnerReference | undefined;
  /** `closed` while the first phase waits for the controller to let it run; `none` if it never waits. */
  readonly gate: 'none' | 'closed' | 'open';
  /** JSON of the fields that the controller reads. 10,000 Pods as objects would take many times the memory. */
  readonly text: string;
}

/** A Build's TaskRun in the cache. */
export interface TaskRunRecord extends Identity {
  readonly owner: OwnerReference | undefined;
  readonly podName: string | undefined;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** True if Tekton ran the TaskRun's sidecars as native sidecars; `undefined` until Tekton has reported that. */
  readonly nativeSidecars: boolean | undefined;
  /** JSON of the fields that the controller reads. */
  readonly text: string;
}

export function podRecord(object: KubeObject): PodRecord {
  const text = JSON.stringify(slimPod(object));
  return { ...identityOf(object), owner: controllerOf(object), gate: gateOf(object), text };
}

/** A Pod has the downward API volume with the annotation only if its first phase waits for the annotation. */
function gateOf(pod: KubeObject): PodRecord['gate'] {
  const volumes = objectsAt(objectAt(pod, 'spec'), 'volumes').map((volume) => textAt(volume, 'name'));
  if (!volumes.includes('downward-api-dir')) return 'none';
  return textAt(objectAt(pod.metadata, 'annotations'), READY_ANNOTATION) === undefined ? 'closed' : 'open';
}

export function taskRunRecord(object: KubeObject): TaskRunRecord {
  const createdAt = Date.parse(textAt(object.metadata, 'creationTimestamp') ?? '');
  return {
    ...identityOf(object),
    owner: controllerOf(object),
    podName: textAt(objectAt(object, 'status'), 'podName'),
    createdAt: Number.isNaN(createdAt) ? 0 : createdAt,
    nativeSidecars: nativeSidecars(objectAt(object, 'status')),
    text: JSON.stringify(slimTaskRun(object)),
  };
}

/** Omits inputs and environment; keeps what shows the Pod's progress and layout, and the names of mounted Secrets. */
function slimPod(pod: KubeObject): JsonObject {
  const spec = objectAt(pod, 'spec');
  return {
    metadata: slimMetadata(pod.metadata, [
      READY_ANNOTATION,
      READY_TIME_ANNOTATION,
      TEKTON_READY_ANNOTATION,
      STOP_ANNOTATION,
    ]),
    spec: {
      ...select(spec, 'nodeName'),
      initContainers: slimContainers(spec, 'initContainers'),
      containers: slimContainers(spec, 'containers'),
      volumes: objectsAt(spec, 'volumes').map((volume) => select(volume, 'name', 'secret')),
    },
    status: slimPodStatus(objectAt(pod, 'status')),
  };
}

function slimContainers(spec: JsonObject, field: string): readonly JsonObject[] {
  return objectsAt(spec, field).map((container) => select(container, 'name', 'restartPolicy'));
}

function slimPodStatus(status: JsonObject): JsonObject {
  const statuses = (field: string): readonly JsonObject[] =>
    objectsAt(status, field).map((container) => select(container, 'name', 'state', 'ready'));
  return {
    ...select(status, 'phase', 'reason', 'message', 'startTime', 'conditions'),
    initContainerStatuses: statuses('initContainerStatuses'),
    containerStatuses: statuses('containerStatuses'),
  };
}

/** Omits the task specs, which are most of a TaskRun; keeps the names and results of steps, and the names of sidecars. */
function slimTaskRun(taskRun: KubeObject): JsonObject {
  const taskSpec = objectAt(objectAt(taskRun, 'spec'), 'taskSpec');
  const { taskSpec: _, provenance: __, ...status } = objectAt(taskRun, 'status');
  const names = (field: string): readonly JsonObject[] =>
    objectsAt(taskSpec, field).map((container) => select(container, 'name', 'results'));
  const volumes = objectsAt(taskSpec, 'volumes').filter(
    (volume) => volume['secret'] !== undefined || isTelling(volume),
  );
  return {
    metadata: slimMetadata(taskRun.metadata, [STOP_ANNOTATION]),
    spec: {
      taskSpec: {
        steps: names('steps'),
        sidecars: names('sidecars'),
        volumes: volumes.map((volume) => select(volume, 'name', 'secret')),
      },
    },
    status,
  };
}

/** True if the name of a volume alone says something about the Build. */
function isTelling(volume: JsonObject): boolean {
  const name = textAt(volume, 'name') ?? '';
  return name === LIFECYCLE_TMP_VOLUME || isHoldVolume(name);
}

/** Tekton reports the feature flags of a run in its status (`Provenance.FeatureFlags`), and omits false ones. */
function nativeSidecars(status: JsonObject): boolean | undefined {
  const provenance = objectAt(status, 'provenance');
  if (provenance['featureFlags'] === undefined) return undefined;
  return objectAt(provenance, 'featureFlags')['enableKubernetesSidecar'] === true;
}

function slimMetadata(metadata: JsonObject, annotations: readonly string[]): JsonObject {
  return {
    ...select(metadata, 'name', 'namespace', 'creationTimestamp', 'deletionTimestamp', 'deletionGracePeriodSeconds'),
    annotations: select(objectAt(metadata, 'annotations'), ...annotations),
  };
}

function select(object: JsonObject, ...fields: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([field]) => fields.includes(field)));
}
