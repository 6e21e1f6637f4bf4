import { READY_ANNOTATION, READY_TIME_ANNOTATION } from '../../../../translators/phases/workload-metadata.ts';
import { controllerOf, type KubeObject, kubernetesTime } from '../../../clients/kube/client/kube-object.ts';
import { PODS, TASK_RUNS } from '../../../clients/kube/client/resources.ts';
import { isKubeError } from '../../../clients/kube/kube-error.ts';
import type { JsonObject } from '../../../core/model/json.ts';
import type { BuildContext } from '../build-context.ts';
import type { ActiveBuild } from '../cache/build-record.ts';
import { objectKey } from '../../kit/identity.ts';
import { podRecord, taskRunRecord } from '../cache/workload-records.ts';
import type { ObservedPod, ObservedWorkload, PodIdentity } from '../observe/observation.ts';
import { podNameOf, taskRunNameOf } from '../../../core/model/build-names.ts';
import { backendOf, type Backend } from '../status/recorded-status.ts';
import { STOP_ANNOTATION, writeStop, type Stop, type StopCause } from '../status/stop-annotation.ts';
import { logBeforeStop } from './log-tails.ts';
import { OBSERVE_AGAIN, type ActionResult } from './result.ts';

/** Gives the cache time to see that a workload is gone. */
const DELETED: ActionResult = { kind: 'requeue', afterMs: 1000 };

const RESOURCES = { tekton: TASK_RUNS, native: PODS } as const;

/** Asks the API server for a Build's workload, which the cache may not have seen. Returns whether there is one. */
export async function findWorkload(
  context: BuildContext,
  { namespace, name: build, uid }: ActiveBuild,
  backend: Backend,
): Promise<boolean> {
  const { client, signal } = context;
  const name = backend === 'tekton' ? taskRunNameOf(build) : podNameOf(build);
  try {
    const workload = await client.get(RESOURCES[backend], { namespace, name }, { signal });
    if (controllerOf(workload)?.uid !== uid) return false;
    expectWorkload(context, backend, workload);
    return true;
  } catch (error) {
    if (isKubeError(error, 'NOT_FOUND')) return false;
    throw error;
  }
}

/** Records a workload as the API server returned it, until the cache has seen it. */
export function expectWorkload(
  { betweenReconciles: { expectations } }: BuildContext,
  backend: Backend,
  workload: KubeObject,
): void {
  switch (backend) {
    case 'native': {
      const record = podRecord(workload);
      return expectations.pods.expect(objectKey(record.namespace, record.name), record);
    }
    case 'tekton': {
      const record = taskRunRecord(workload);
      return expectations.taskRuns.expect(objectKey(record.namespace, record.name), record);
    }
  }
}

/** Lets the first phase of a Pod run. */
export async function openGate(context: BuildContext, build: ActiveBuild, pod: ObservedPod): Promise<ActionResult> {
  const annotations = { [READY_ANNOTATION]: 'true', [READY_TIME_ANNOTATION]: kubernetesTime(context.clock.now()) };
  return patchWorkload(context, build, 'native', pod, { metadata: { annotations } });
}

/** Stops a workload, and writes the cause on it. */
export async function stopWorkload(
  context: BuildContext,
  build: ActiveBuild,
  workload: ObservedWorkload,
  cause: StopCause | undefined,
): Promise<ActionResult> {
  const log = workload.kind === 'taskrun' ? await logBeforeStop(context, build, workload, cause) : [];
  const backend = backendOf(workload.kind);
  const patch = stopPatch(backend, { ...(cause !== undefined && { cause }), log });
  return patchWorkload(context, build, backend, workload, patch);
}

/** Stops the Pod of a TaskRun whose steps have ended. */
export async function stopPod(context: BuildContext, build: ActiveBuild, pod: PodIdentity): Promise<ActionResult> {
  return patchWorkload(context, build, 'native', pod, stopPatch('native', { log: [] }));
}

/** Deletes a workload. Does nothing if the workload is gone or replaced, which the cache will show. */
export async function deleteWorkload(
  { client, signal }: BuildContext,
  { namespace }: ActiveBuild,
  { kind, name, uid }: ObservedWorkload,
): Promise<ActionResult> {
  try {
    await client.delete(RESOURCES[backendOf(kind)], { namespace, name }, { uid, signal });
  } catch (error) {
    if (!isKubeError(error, 'NOT_FOUND', 'CONFLICT')) throw error;
  }
  return DELETED;
}

interface WorkloadPatch extends JsonObject {
  readonly metadata: JsonObject;
}

/** Patches a workload. Does nothing if the workload is gone or replaced, which the cache will show. */
export async function patchWorkload(
  context: BuildContext,
  { namespace }: Pick<ActiveBuild, 'namespace'>,
  backend: Backend,
  { name, uid }: PodIdentity,
  { metadata, ...patch }: WorkloadPatch,
): Promise<ActionResult> {
  const { client, signal } = context;
  const withUid = { metadata: { uid, ...metadata }, ...patch };
  try {
    const patched = await client.patch(RESOURCES[backend], { namespace, name }, withUid, { signal });
    expectWorkload(context, backend, patched);
    return OBSERVE_AGAIN;
  } catch (error) {
    if (isKubeError(error, 'NOT_FOUND', 'CONFLICT') || isReplaced(error)) return DELETED;
    throw error;
  }
}

function stopPatch(backend: Backend, stop: Stop): WorkloadPatch {
  const metadata = { annotations: { [STOP_ANNOTATION]: writeStop(stop) } };
  switch (backend) {
    case 'native':
      // A deadline that has passed makes the kubelet stop all containers and keep the Pod with its logs.
      return { metadata, spec: { activeDeadlineSeconds: 1 } };
    case 'tekton':
      return { metadata, spec: { status: 'TaskRunCancelled' } };
  }
}

/**
 * True if the object has another UID than the patch. A merge patch has no preconditions, but the API server refuses a patch
 * that changes the immutable UID.
 */
function isReplaced(error: unknown): boolean {
  return isKubeError(error, 'INVALID') && error.causes.some(({ field }) => field === 'metadata.uid');
}
