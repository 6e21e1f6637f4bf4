import { COPY_CONTAINER } from '../../../../translators/native/containers-layout.ts';
import { podProgress, workloadOfPod } from '../../../../translators/progress/pod-progress.ts';
import { isHoldVolume } from '../../../../translators/phases/debug-mode.ts';
import { LIFECYCLE_TMP_VOLUME } from '../../../../translators/phases/trusted-lifecycle.ts';
import { taskRunProgress } from '../../../../translators/progress/task-run-progress.ts';
import { TEKTON_READY_ANNOTATION } from '../../../../translators/tekton/tekton-pod.ts';
import { mountedSecrets } from '../../../core/mask/secret-values.ts';
import { objectAt, objectsAt, textAt } from '../../../core/model/json-field.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../../core/model/json.ts';
import type { PodRecord, TaskRunRecord } from '../cache/workload-records.ts';
import type { BuilderTrust } from '../status/build-status.ts';
import { readStop } from '../status/stop-annotation.ts';
import type { ObservedPod, ObservedTaskRun, ObservedWorkload, PodIdentity } from './observation.ts';

export function observedPod({ name, uid, gate, text }: PodRecord): ObservedPod {
  const pod = parsed(text);
  const spec = objectAt(pod, 'spec');
  const isCopied = objectsAt(spec, 'initContainers').some((container) => textAt(container, 'name') === COPY_CONTAINER);
  return {
    kind: workloadOfPod(pod),
    name,
    uid,
    progress: podProgress(pod),
    pod,
    secrets: mountedSecrets(spec),
    builderTrust: builderTrust(spec),
    isDebugged: volumesOf(spec).some(isHoldVolume),
    gate,
    waiterDelivery: isCopied ? 'init' : 'hook',
    stage: stageOfPod(pod),
    ...terminationOf(pod),
  };
}

/** @param podRecord the TaskRun's Pod, if the cache has it */
export function observedTaskRun(taskRunRecord: TaskRunRecord, podRecord: PodRecord | undefined): ObservedTaskRun {
  const { name, uid, text, nativeSidecars } = taskRunRecord;
  const taskRun = parsed(text);
  const pod = podRecord && parsed(podRecord.text);
  const taskSpec = objectAt(objectAt(taskRun, 'spec'), 'taskSpec');
  return {
    kind: 'taskrun',
    name,
    uid,
    progress: taskRunProgress(taskRun, pod && withoutOwnDeadline(pod)),
    ...(pod !== undefined && { pod }),
    secrets: mountedSecrets(taskSpec),
    builderTrust: builderTrust(taskSpec),
    isDebugged: volumesOf(taskSpec).some(isHoldVolume),
    stage: stageOfTaskRun(taskRun, pod),
    ...(nativeSidecars === true &&
      podRecord !== undefined &&
      !isStopped(pod ?? {}) && { unstoppedPod: identity(podRecord) }),
    ...terminationOf(taskRun),
  };
}

/** The deadline by which the controller stopped the Pod after the last step is not the reason of a failure. */
function withoutOwnDeadline(pod: JsonObject): JsonObject {
  if (readStop(pod) === undefined) return pod;
  const { reason: _, message: __, ...status } = objectAt(pod, 'status');
  return { ...pod, status };
}

function isStopped(pod: JsonObject): boolean {
  return readStop(pod) !== undefined || objectAt(pod, 'metadata')['deletionTimestamp'] !== undefined;
}

function identity({ name, uid }: PodRecord): PodIdentity {
  return { name, uid };
}

/** Only a workload whose phases with registry credentials run from a lifecycle image has this volume. */
function builderTrust(spec: JsonObject): BuilderTrust {
  return volumesOf(spec).includes(LIFECYCLE_TMP_VOLUME) ? 'Untrusted' : 'Trusted';
}

function volumesOf(spec: JsonObject): readonly string[] {
  return objectsAt(spec, 'volumes').map((volume) => textAt(volume, 'name') ?? '');
}

function stageOfPod(pod: JsonObject): ObservedPod['stage'] {
  if (hasStartTime(pod)) return 'started';
  return textAt(objectAt(pod, 'spec'), 'nodeName') === undefined ? 'unscheduled' : 'scheduled';
}

function stageOfTaskRun(taskRun: JsonObject, pod: JsonObject | undefined): ObservedTaskRun['stage'] {
  if (!hasStartTime(taskRun)) return 'not-started';
  if (pod === undefined || !hasStartTime(pod)) return 'started';
  const annotations = objectAt(objectAt(pod, 'metadata'), 'annotations');
  return textAt(annotations, TEKTON_READY_ANNOTATION) === undefined ? 'waiting-for-sidecars' : 'started';
}

/** The kubelet sets a Pod's `status.startTime`, Tekton a TaskRun's. */
function hasStartTime(workload: JsonObject): boolean {
  return textAt(objectAt(workload, 'status'), 'startTime') !== undefined;
}

function terminationOf(workload: JsonObject): Pick<ObservedWorkload, 'stop' | 'gracePeriodMs'> {
  const stop = readStop(workload);
  const { deletionTimestamp, deletionGracePeriodSeconds: seconds } = objectAt(workload, 'metadata');
  return {
    ...(stop !== undefined && { stop }),
    ...(deletionTimestamp !== undefined && { gracePeriodMs: typeof seconds === 'number' ? seconds * 1000 : 0 }),
  };
}

function parsed(text: string): JsonObject {
  const value = parseJson(text);
  return isJsonObject(value) ? value : {};
}
