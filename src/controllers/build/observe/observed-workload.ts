import { podProgress } from '../../../../translators/native/progress.ts';
import { COPY_CONTAINER } from '../../../../translators/native/containers-layout.ts';
import { taskRunProgress } from '../../../../translators/tekton/progress.ts';
import { TEKTON_READY_ANNOTATION } from '../../../../translators/tekton/ready-annotation.ts';
import { READY_ANNOTATION } from '../../../../translators/phases/workload-metadata.ts';
import { mountedSecrets } from '../../../mask/mounted-secrets.ts';
import { objectAt, objectsAt, textAt } from '../../../model/json-field.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../../model/json.ts';
import type { PodRecord } from '../kept/pod-record.ts';
import { readStop } from '../kept/stop.ts';
import type { TaskRunRecord } from '../kept/task-run-record.ts';
import type { ObservedPod, ObservedTaskRun, ObservedWorkload } from './observation.ts';

export function observedPod({ name, uid, text }: PodRecord): ObservedPod {
  const pod = parsed(text);
  const spec = objectAt(pod, 'spec');
  const names = (field: string): readonly (string | undefined)[] =>
    objectsAt(spec, field).map((container) => textAt(container, 'name'));
  return {
    kind: 'pod',
    name,
    uid,
    progress: podProgress(pod),
    secrets: mountedSecrets(spec),
    layout: names('containers').includes('prepare') ? 'containers' : 'init',
    gate: gateOf(pod, names('volumes')),
    waiterDelivery: names('initContainers').includes(COPY_CONTAINER) ? 'init' : 'hook',
    stage: stageOfPod(pod),
    ...life(pod),
  };
}

export function observedTaskRun({ name, uid, text }: TaskRunRecord, record: PodRecord | undefined): ObservedTaskRun {
  const taskRun = parsed(text);
  const pod = record && parsed(record.text);
  return {
    kind: 'task-run',
    name,
    uid,
    progress: taskRunProgress(taskRun, pod),
    secrets: mountedSecrets(objectAt(objectAt(taskRun, 'spec'), 'taskSpec')),
    stage: stageOfTaskRun(taskRun, pod),
    ...life(taskRun),
  };
}

function stageOfPod(pod: JsonObject): ObservedPod['stage'] {
  if (hasStarted(pod)) return 'taken-on';
  return textAt(objectAt(pod, 'spec'), 'nodeName') === undefined ? 'unscheduled' : 'scheduled';
}

function stageOfTaskRun(taskRun: JsonObject, pod: JsonObject | undefined): ObservedTaskRun['stage'] {
  if (!hasStarted(taskRun)) return 'new';
  if (pod === undefined || !hasStarted(pod)) return 'begun';
  const annotations = objectAt(objectAt(pod, 'metadata'), 'annotations');
  return textAt(annotations, TEKTON_READY_ANNOTATION) === undefined ? 'held-back' : 'begun';
}

/** Whether its kubelet, or Tekton, has begun with it. */
function hasStarted(workload: JsonObject): boolean {
  return textAt(objectAt(workload, 'status'), 'startTime') !== undefined;
}

/** The volume that shows the annotation is there only where somebody waits for it. */
function gateOf(pod: JsonObject, volumes: readonly (string | undefined)[]): ObservedPod['gate'] {
  if (!volumes.includes('downward-api-dir')) return 'none';
  const annotations = objectAt(objectAt(pod, 'metadata'), 'annotations');
  return textAt(annotations, READY_ANNOTATION) === undefined ? 'closed' : 'opened';
}

function life(workload: JsonObject): Pick<ObservedWorkload, 'stop' | 'grace'> {
  const stop = readStop(workload);
  const metadata = objectAt(workload, 'metadata');
  const { deletionGracePeriodSeconds: grace } = metadata;
  return {
    ...(stop !== undefined && { stop }),
    ...(metadata['deletionTimestamp'] !== undefined && { grace: typeof grace === 'number' ? grace * 1000 : 0 }),
  };
}

function parsed(text: string): JsonObject {
  const value = parseJson(text);
  return isJsonObject(value) ? value : {};
}
