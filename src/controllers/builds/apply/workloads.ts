import { READY_ANNOTATION, READY_TIME_ANNOTATION } from '../../../../translators/phases/workload-metadata.ts';
import type { KubeClient } from '../../../kube/client/kube-client.ts';
import { controllerOf, type KubeObject, kubernetesTime } from '../../../kube/client/kube-object.ts';
import { PODS, TASK_RUNS } from '../../../kube/client/resources.ts';
import { isKubeError } from '../../../kube/kube-error.ts';
import type { JsonObject } from '../../../model/json.ts';
import type { Clock } from '../../../runtime/clock.ts';
import type { ActiveBuild } from '../cache/build-record.ts';
import { objectKey } from '../cache/identity.ts';
import { podRecord, taskRunRecord } from '../cache/workload-records.ts';
import type { StateBetweenReconciles } from '../state-between-reconciles/state-between-reconciles.ts';
import type { ObservedPod, ObservedWorkload, PodIdentity } from '../observe/observation.ts';
import { podNameOf, taskRunNameOf } from '../../../model/build-names.ts';
import type { Backend } from '../status/recorded-status.ts';
import { STOP_ANNOTATION, writeStop, type Stop, type StopCause } from '../status/stop-annotation.ts';
import type { LogTails } from './log-tails.ts';
import { OBSERVE_AGAIN, type ActionResult } from './result.ts';

/**
 * Reads and changes the Pods and TaskRuns of Builds, and records each change in the expectations. Leaves a workload alone
 * if it is gone or replaced, which the cache will show.
 */
export interface Workloads {
  /** Asks the API server for a Build's workload, which the cache may not have seen. Returns whether there is one. */
  readonly find: (build: ActiveBuild, backend: Backend, signal: AbortSignal) => Promise<boolean>;
  /** Records a workload as the API server returned it. */
  readonly expect: (backend: Backend, workload: KubeObject) => void;
  /** Lets the first phase of a Pod run. */
  readonly openGate: (build: ActiveBuild, pod: ObservedPod, signal: AbortSignal) => Promise<ActionResult>;
  /** Stops a workload, and writes the cause on it. */
  readonly stop: (
    build: ActiveBuild,
    workload: ObservedWorkload,
    cause: StopCause | undefined,
    signal: AbortSignal,
  ) => Promise<ActionResult>;
  /** Stops the Pod of a TaskRun whose steps have ended. */
  readonly stopPod: (build: ActiveBuild, pod: PodIdentity, signal: AbortSignal) => Promise<ActionResult>;
  readonly delete: (build: ActiveBuild, workload: ObservedWorkload, signal: AbortSignal) => Promise<ActionResult>;
}

export interface WorkloadsDependencies {
  readonly client: Pick<KubeClient, 'get' | 'patch' | 'delete'>;
  readonly betweenReconciles: Pick<StateBetweenReconciles, 'expectations'>;
  readonly logs: Pick<LogTails, 'beforeStop'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Gives the cache time to see that a workload is gone. */
const DELETED: ActionResult = { kind: 'requeue', afterMs: 1000 };

export function createWorkloads({ client, betweenReconciles, logs, clock }: WorkloadsDependencies): Workloads {
  const expect = expectWorkload(betweenReconciles);
  const patch = workloadPatcher(client, expect);
  return {
    expect,
    find: findWorkload(client, expect),
    openGate: async (build, pod, signal) => {
      const annotations = { [READY_ANNOTATION]: 'true', [READY_TIME_ANNOTATION]: kubernetesTime(clock.now()) };
      return patch(build, pod, { metadata: { annotations } }, signal);
    },
    stop: async (build, workload, cause, signal) => {
      const log = workload.kind === 'task-run' ? await logs.beforeStop(build, workload, cause, signal) : [];
      return patch(build, workload, stopPatch(workload, { ...(cause !== undefined && { cause }), log }), signal);
    },
    stopPod: async (build, pod, signal) => {
      const workload = { kind: 'pod', ...pod } as const;
      return patch(build, workload, stopPatch(workload, { log: [] }), signal);
    },
    delete: deleteWorkload(client),
  };
}

function expectWorkload({ expectations }: WorkloadsDependencies['betweenReconciles']): Workloads['expect'] {
  return (backend, workload) => {
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
  };
}

function findWorkload(client: Pick<KubeClient, 'get'>, expect: Workloads['expect']): Workloads['find'] {
  return async ({ namespace, name: build, uid }, backend, signal) => {
    const [resource, name] = backend === 'tekton' ? [TASK_RUNS, taskRunNameOf(build)] : [PODS, podNameOf(build)];
    try {
      const workload = await client.get(resource, { namespace, name }, { signal });
      if (controllerOf(workload)?.uid !== uid) return false;
      expect(backend, workload);
      return true;
    } catch (error) {
      if (isKubeError(error, 'NOT_FOUND')) return false;
      throw error;
    }
  };
}

function deleteWorkload(client: Pick<KubeClient, 'delete'>): Workloads['delete'] {
  return async ({ namespace }, { kind, name, uid }, signal) => {
    try {
      await client.delete(kind === 'pod' ? PODS : TASK_RUNS, { namespace, name }, { uid, signal });
    } catch (error) {
      if (!isKubeError(error, 'NOT_FOUND', 'CONFLICT')) throw error;
    }
    return DELETED;
  };
}

interface WorkloadPatch extends JsonObject {
  readonly metadata: JsonObject;
}

function workloadPatcher(client: Pick<KubeClient, 'patch'>, expect: Workloads['expect']) {
  return async (
    { namespace }: ActiveBuild,
    { kind, name, uid }: Pick<ObservedWorkload, 'kind' | 'name' | 'uid'>,
    { metadata, ...patch }: WorkloadPatch,
    signal: AbortSignal,
  ): Promise<ActionResult> => {
    const [resource, backend] = kind === 'pod' ? ([PODS, 'native'] as const) : ([TASK_RUNS, 'tekton'] as const);
    const withUid = { metadata: { uid, ...metadata }, ...patch };
    try {
      expect(backend, await client.patch(resource, { namespace, name }, withUid, { signal }));
      return OBSERVE_AGAIN;
    } catch (error) {
      if (isKubeError(error, 'NOT_FOUND', 'CONFLICT') || isReplaced(error)) return DELETED;
      throw error;
    }
  };
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
