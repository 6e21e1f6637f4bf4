import { isHoldVolume } from '../../../../translators/phases/debug-mode.ts';
import { LIFECYCLE_TMP_VOLUME } from '../../../../translators/phases/trusted-lifecycle.ts';
import { READY_ANNOTATION, READY_TIME_ANNOTATION } from '../../../../translators/phases/workload-metadata.ts';
import { TEKTON_READY_ANNOTATION } from '../../../../translators/tekton/tekton-pod.ts';
import { controllerOf, type KubeObject, type OwnerReference } from '../../../clients/kube/client/kube-object.ts';
import { defined } from '../../../core/model/defined.ts';
import type { JsonObject } from '../../../core/model/json.ts';
import type { ObjectMeta } from '../../../core/model/objects/object-meta.ts';
import { asPod, type Pod } from '../../../core/model/objects/pod.ts';
import { asTaskRun, type TaskRun } from '../../../core/model/objects/task-run.ts';
import { type ChainsState, chainsStateOf } from '../status/chains-state.ts';
import { STOP_ANNOTATION } from '../status/stop-annotation.ts';
import { identityOf, type Identity } from '../../kit/identity.ts';

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
  /** Present if Tekton Chains signs with the login of a Secret. */
  readonly chains?: ChainsState;
  /** JSON of the fields that the controller reads. */
  readonly text: string;
}

export function podRecord(object: KubeObject): PodRecord {
  const pod = asPod(object);
  return { ...identityOf(object), owner: controllerOf(object), gate: gateOf(pod), text: JSON.stringify(slimPod(pod)) };
}

/** A Pod has the downward API volume with the annotation only if its first phase waits for the annotation. */
function gateOf({ metadata, spec }: Pod): PodRecord['gate'] {
  if (!spec.volumes.some(({ name }) => name === 'downward-api-dir')) return 'none';
  return metadata.annotations.get(READY_ANNOTATION) === undefined ? 'closed' : 'open';
}

export function taskRunRecord(object: KubeObject): TaskRunRecord {
  const taskRun = asTaskRun(object);
  const { metadata, status } = taskRun;
  const createdAt = Date.parse(metadata.creationTimestamp ?? '');
  return {
    ...identityOf(object),
    owner: controllerOf(object),
    podName: status.podName,
    createdAt: Number.isNaN(createdAt) ? 0 : createdAt,
    nativeSidecars: nativeSidecars(taskRun),
    ...defined({ chains: chainsStateOf(taskRun) }),
    text: JSON.stringify(slimTaskRun(taskRun)),
  };
}

/** Omits inputs and environment; keeps what shows the Pod's progress and layout, and the names of mounted Secrets. */
function slimPod({ metadata, spec, status }: Pod): JsonObject {
  return {
    metadata: slimMetadata(metadata, [
      READY_ANNOTATION,
      READY_TIME_ANNOTATION,
      TEKTON_READY_ANNOTATION,
      STOP_ANNOTATION,
    ]),
    spec: {
      ...select(spec, 'nodeName'),
      initContainers: selectEach(spec.initContainers, 'name', 'restartPolicy'),
      containers: selectEach(spec.containers, 'name', 'restartPolicy'),
      volumes: selectEach(spec.volumes, 'name', 'secret'),
    },
    status: {
      ...select(status, 'phase', 'reason', 'message', 'startTime', 'conditions'),
      initContainerStatuses: selectEach(status.initContainerStatuses, 'name', 'state', 'ready'),
      containerStatuses: selectEach(status.containerStatuses, 'name', 'state', 'ready'),
    },
  };
}

/** Omits the task specs, which are most of a TaskRun; keeps the names and results of steps, and the names of sidecars. */
function slimTaskRun({ metadata, spec, status: { raw } }: TaskRun): JsonObject {
  const { taskSpec: _, provenance: __, ...status } = raw;
  const { steps, sidecars, volumes } = spec.taskSpec;
  const kept = volumes.filter(({ name = '', secret }) => secret !== undefined || isTelling(name));
  return {
    metadata: slimMetadata(metadata, [STOP_ANNOTATION]),
    spec: {
      taskSpec: {
        steps: selectEach(steps, 'name', 'results'),
        sidecars: selectEach(sidecars, 'name', 'results'),
        volumes: selectEach(kept, 'name', 'secret'),
      },
    },
    status,
  };
}

/** True if the name of a volume alone says something about the Build. */
function isTelling(name: string): boolean {
  return name === LIFECYCLE_TMP_VOLUME || isHoldVolume(name);
}

/** Tekton reports the feature flags of a run in its status (`Provenance.FeatureFlags`), and omits false ones. */
function nativeSidecars({ status: { provenance } }: TaskRun): boolean | undefined {
  const { featureFlags, raw } = provenance;
  return 'featureFlags' in raw ? featureFlags['enableKubernetesSidecar'] === true : undefined;
}

function slimMetadata(metadata: ObjectMeta, kept: readonly string[]): JsonObject {
  return {
    ...select(metadata, 'name', 'namespace', 'creationTimestamp', 'deletionTimestamp', 'deletionGracePeriodSeconds'),
    annotations: select(metadata.annotations, ...kept),
  };
}

interface Raw {
  readonly raw: JsonObject;
}

function selectEach(objects: readonly Raw[], ...fields: readonly string[]): readonly JsonObject[] {
  return objects.map((object) => select(object, ...fields));
}

function select({ raw }: Raw, ...fields: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(raw).filter(([field]) => fields.includes(field)));
}
