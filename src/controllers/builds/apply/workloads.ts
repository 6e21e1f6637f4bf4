import { READY_ANNOTATION, READY_TIME_ANNOTATION } from '../../../../translators/phases/workload-metadata.ts';
import { controllerOf, type KubeObject, kubernetesTime } from '../../../kube/client/kube-object.ts';
import { PODS, TASK_RUNS } from '../../../kube/client/resources.ts';
import { isKubeError } from '../../../kube/kube-error.ts';
import type { JsonObject } from '../../../model/json.ts';
import type { BuildContext } from '../build-context.ts';
import type { ActiveBuild } from '../cache/build-record.ts';
import { objectKey } from '../cache/identity.ts';
import { podRecord, taskRunRecord } from '../cache/workload-records.ts';
import type { ObservedPod, ObservedWorkload, PodIdentity } from '../observe/observation.ts';
import { podNameOf, taskRunNameOf } from '../../../model/build-names.ts';
import type { Backend } from '../status/recorded-status.ts';
import { STOP_ANNOTATION, writeStop, type Stop, type StopCause } from '../status/stop-annotation.ts';
import { logBeforeStop } from './log-tails.ts';
import { OBSERVE_AGAIN, type ActionResult } from './result.ts';

/** Gives the cache time to see that a workload is gone. */
const DELETED: ActionResult = { kind: 'requeue', afterMs: 1000 };

/** Asks the API server for a Build's workload, which the cache may not have seen. Returns whether there is one. */
export async function findWorkload(
  context: BuildContext,
  { namespace, name: build, uid }: ActiveBuild,
  backend: Backend,
): Promise<boolean> {
  const { client, signal } = context;
  const [resource, name] = backend === 'tekton' ? [TASK_RUNS, taskRunNameOf(build)] : [PODS, podNameOf(build)];
  try {
    const workload = await client.get(resource, { namespace, name }, { signal });
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
  return patchWorkload(context, build, pod, { metadata: { annotations } });
}

/** Stops a workload, and writes the cause on it. */
export async function stopWorkload(
  context: BuildContext,
  build: ActiveBuild,
  workload: ObservedWorkload,
  cause: StopCause | undefined,
): Promise<ActionResult> {
  const log = workload.kind === 'task-run' ? await logBeforeStop(context, build, workload, cause) : [];
  return patchWorkload(context, build, workload, stopPatch(workload, { ...(cause !== undefined && { cause }), log }));
}

/** Stops the Pod of a TaskRun whose steps have ended. */
export async function stopPod(context: BuildContext, build: ActiveBuild, pod: PodIdentity): Promise<ActionResult> {
  const workload = { kind: 'pod', ...pod } as const;
  return patchWorkload(context, build, workload, stopPatch(workload, { log: [] }));
}

/** Leaves a workload alone that is gone or replaced, which the cache will show. */
export async function deleteWorkload(
  { client, signal }: BuildContext,
  { namespace }: ActiveBuild,
  { kind, name, uid }: ObservedWorkload,
): Promise<ActionResult> {
  try {
    await client.delete(kind === 'pod' ? PODS : TASK_RUNS, { namespace, name }, { uid, signal });
  } catch (error) {
    if (!isKubeError(error, 'NOT_FOUND', 'CONFLICT')) throw error;
  }
  return DELETED;
}

interface WorkloadPatch extends JsonObject {
  readonly metadata: JsonObject;
}

/** Leaves a workload alone that is gone or replaced, which the cache will show. */
async function patchWorkload(
  context: BuildContext,
  { namespace }: ActiveBuild,
  { kind, name, uid }: Pick<ObservedWorkload, 'kind' | 'name' | 'uid'>,
  { metadata, ...patch }: WorkloadPatch,
): Promise<ActionResult> {
  const { client, signal } = context;
  const [resource, backend] = kind === 'pod' ? ([PODS, 'native'] as const) : ([TASK_RUNS, 'tekton'] as const);
  const withUid = { metadata: { uid, ...metadata }, ...patch };
  try {
    expectWorkload(context, backend, await client.patch(resource, { namespace, name }, withUid, { signal }));
    return OBSERVE_AGAIN;
  } catch (error) {
    if (isKubeError(error, 'NOT_FOUND', 'CONFLICT') || isReplaced(error)) return DELETED;
    throw error;
  }
}

function stopPatch({ kind }: Pick<ObservedWorkload, 'kind'>, stop: Stop): WorkloadPatch {
  const metadata = { annotations: { [STOP_ANNOTATION]: writeStop(stop) } };
  switch (kind) {
    case 'pod':
      // A deadline that has passed makes the kubelet stop all containers and keep the Pod with its logs.
      return { metadata, spec: { activeDeadlineSeconds: 1 } };
    case 'task-run':
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
