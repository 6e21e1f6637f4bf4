import { COPY_CONTAINER } from '../../../../translators/native/containers-layout.ts';
import { podProgress, workloadOfPod } from '../../../../translators/progress/pod-progress.ts';
import { isHoldVolume } from '../../../../translators/phases/debug-mode.ts';
import { LIFECYCLE_TMP_VOLUME } from '../../../../translators/phases/trusted-lifecycle.ts';
import { taskRunProgress } from '../../../../translators/progress/task-run-progress.ts';
import { TEKTON_READY_ANNOTATION } from '../../../../translators/tekton/tekton-pod.ts';
import { defined } from '../../../core/model/defined.ts';
import { mountedSecrets } from '../../../core/mask/secret-values.ts';
import { parseJson } from '../../../core/model/json.ts';
import { asPod, type Pod } from '../../../core/model/objects/pod.ts';
import { asTaskRun, type TaskRun } from '../../../core/model/objects/task-run.ts';
import type { PodRecord, TaskRunRecord } from '../cache/workload-records.ts';
import { readStop } from '../status/stop-annotation.ts';
import type { ObservedPod, ObservedTaskRun, ObservedWorkload, PodIdentity } from './observation.ts';

export function observedPod({ name, uid, gate, text }: PodRecord): ObservedPod {
  const pod = asPod(parseJson(text));
  const isCopied = pod.spec.initContainers.some((container) => container.name === COPY_CONTAINER);
  return {
    kind: workloadOfPod(pod),
    name,
    uid,
    progress: podProgress(pod),
    pod,
    ...volumeFacts(pod.spec),
    gate,
    waiterDelivery: isCopied ? 'init' : 'hook',
    stage: stageOfPod(pod),
    ...terminationOf(pod),
  };
}

/** @param podRecord the TaskRun's Pod, if the cache has it */
export function observedTaskRun(taskRunRecord: TaskRunRecord, podRecord: PodRecord | undefined): ObservedTaskRun {
  const { name, uid, text, nativeSidecars } = taskRunRecord;
  const taskRun = asTaskRun(parseJson(text));
  const pod = podRecord && asPod(parseJson(podRecord.text));
  const unstopped = nativeSidecars === true && pod !== undefined && !isStopped(pod) ? podRecord : undefined;
  return {
    kind: 'taskrun',
    name,
    uid,
    progress: taskRunProgress(taskRun, pod && withoutOwnDeadline(pod)),
    ...defined({ pod }),
    ...volumeFacts(taskRun.spec.taskSpec),
    stage: stageOfTaskRun(taskRun, pod),
    ...defined({ unstoppedPod: unstopped && identity(unstopped) }),
    ...terminationOf(taskRun),
  };
}

/** The deadline by which the controller stopped the Pod after the last step is not the reason of a failure. */
function withoutOwnDeadline(pod: Pod): Pod {
  if (readStop(pod) === undefined) return pod;
  const { reason: _, message: __, ...status } = pod.status.raw;
  return asPod({ ...pod.raw, status });
}

function isStopped(pod: Pod): boolean {
  return readStop(pod) !== undefined || isTerminating(pod);
}

function isTerminating({ metadata }: Pod | TaskRun): boolean {
  return metadata.raw['deletionTimestamp'] !== undefined;
}

function identity({ name, uid }: PodRecord): PodIdentity {
  return { name, uid };
}

type VolumeFacts = Pick<ObservedWorkload, 'secrets' | 'builderTrust' | 'isDebugged'>;

/** Returns what the volumes of a Pod or task say about the Build. */
function volumeFacts(spec: Pick<Pod['spec'], 'volumes'>): VolumeFacts {
  const names = spec.volumes.map(({ name = '' }) => name);
  return {
    secrets: mountedSecrets(spec),
    // Only a workload whose phases with registry credentials run from a lifecycle image has this volume.
    builderTrust: names.includes(LIFECYCLE_TMP_VOLUME) ? 'Untrusted' : 'Trusted',
    isDebugged: names.some(isHoldVolume),
  };
}

/** Returns how far a Pod is. The kubelet sets `status.startTime`. */
function stageOfPod({ spec, status }: Pod): ObservedPod['stage'] {
  if (status.startTime !== undefined) return 'started';
  return spec.nodeName === undefined ? 'unscheduled' : 'scheduled';
}

/** Returns how far a TaskRun is. Tekton sets `status.startTime`. */
function stageOfTaskRun({ status }: TaskRun, pod: Pod | undefined): ObservedTaskRun['stage'] {
  if (status.startTime === undefined) return 'not-started';
  if (pod?.status.startTime === undefined) return 'started';
  return pod.metadata.annotations.get(TEKTON_READY_ANNOTATION) === undefined ? 'waiting-for-sidecars' : 'started';
}

function terminationOf(workload: Pod | TaskRun): Pick<ObservedWorkload, 'stop' | 'gracePeriodMs'> {
  const seconds = workload.metadata.deletionGracePeriodSeconds ?? 0;
  return {
    ...defined({ stop: readStop(workload) }),
    ...(isTerminating(workload) && { gracePeriodMs: seconds * 1000 }),
  };
}
