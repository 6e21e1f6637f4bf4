import { defined } from '../../../core/model/defined.ts';
import { asBuild } from '../../../core/model/objects/build.ts';
import type { KnownBuilder } from '../../../core/resolver/referenced-objects.ts';
import { builderReference, type ActiveBuild } from '../cache/build-record.ts';
import { objectKey } from '../../kit/identity.ts';
import type { ObservedForMs } from '../state-between-reconciles/state-between-reconciles.ts';
import { isCancelled, podNameOf, taskRunNameOf } from '../../../core/model/build-names.ts';
import { recordedStatus, type RecordedStatus } from '../status/recorded-status.ts';
import type { ClusterView } from './cluster-view.ts';
import type { Observation, ObservedWorkload, ReferencedBuilder } from './observation.ts';
import { observedPod, observedTaskRun } from './observed-workload.ts';

/**
 * Collects what is known about a Build. Sends no request.
 *
 * @param now the wall-clock time in milliseconds since 1970
 */
export function observe(
  build: ActiveBuild,
  cluster: Omit<ClusterView, 'expiresInMs'>,
  observedForMs: ObservedForMs,
  now: number,
): Observation {
  const { object } = build;
  const workload = workloadOf(build, cluster);
  const recorded = recordedStatus(object);
  const { retryingSince } = recorded;
  const isPodMissing = lacksPod(workload, recorded);
  // Another process may have recorded the time, so only the wall clock can be compared.
  const recordedForMs = retryingSince === undefined ? 0 : now - retryingSince;
  const isRetried = isPodMissing || retryingSince !== undefined;
  return {
    build,
    recorded,
    ...defined({ timeLimitSeconds: asBuild(object).spec.activeDeadlineSeconds }),
    isCancelled: isCancelled(object),
    isTerminating: object.metadata['deletionTimestamp'] !== undefined,
    ...(workload !== undefined && { workload }),
    lacksPod: isPodMissing,
    ...(isRetried && { retryingForMs: Math.max(observedForMs('retries'), recordedForMs) }),
    builder: builderOf(build, cluster),
    isTektonServed: cluster.isTektonServed(),
    observedForMs,
  };
}

/**
 * Looks the workload up by name and checks its owner UID, because an older Build with the same name may have left one
 * behind.
 */
function workloadOf(
  { namespace, name, uid }: ActiveBuild,
  cluster: Pick<ClusterView, 'pod' | 'taskRun'>,
): ObservedWorkload | undefined {
  const taskRun = cluster.taskRun(objectKey(namespace, taskRunNameOf(name)));
  if (taskRun?.owner?.uid === uid) {
    const taskRunPod = taskRun.podName === undefined ? undefined : cluster.pod(objectKey(namespace, taskRun.podName));
    return observedTaskRun(taskRun, taskRunPod?.owner?.uid === taskRun.uid ? taskRunPod : undefined);
  }
  const pod = cluster.pod(objectKey(namespace, podNameOf(name)));
  return pod?.owner?.uid === uid ? observedPod(pod) : undefined;
}

/** True if Tekton could not create the Pod of a TaskRun (tektoncd/pipeline, pkg/pod/status.go), or waits until it can. */
function lacksPod(workload: ObservedWorkload | undefined, { recreation }: RecordedStatus): boolean {
  const isReplaced = recreation?.reason === 'PodNotCreated';
  if (workload?.kind !== 'taskrun') return isReplaced;
  const { stage, progress } = workload;
  const { state } = progress;
  if (state.kind === 'failed') return state.reason === 'PodCreationFailed';
  const isWaiting = stage === 'not-started' && state.kind === 'pending' && state.reason !== undefined;
  return isWaiting || (isReplaced && state.kind === 'pending');
}

function builderOf(build: ActiveBuild, cluster: Pick<ClusterView, 'builder' | 'builderReadError'>): ReferencedBuilder {
  const reference = builderReference(build);
  if (reference === undefined) return { kind: 'image' };
  const builder = cluster.builder(reference);
  if (builder === undefined) {
    const message = cluster.builderReadError(reference);
    return message === undefined ? { kind: 'missing', reference } : { kind: 'not-ready', reference, message };
  }
  if ((builder.status?.latestImage ?? '') !== '') return { kind: 'ready', builder };
  const message = notReadyMessage(builder);
  return { kind: 'not-ready', reference, ...(message !== undefined && { message }) };
}

function notReadyMessage({ status }: KnownBuilder): string | undefined {
  return status?.conditions?.find((condition) => condition.type === 'Ready' && condition.status === 'False')?.message;
}
