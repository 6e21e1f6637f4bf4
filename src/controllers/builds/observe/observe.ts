import { objectAt } from '../../../model/json-field.ts';
import type { KnownBuilder } from '../../../resolver/referenced-objects.ts';
import { builderReference, type ActiveBuild } from '../cache/build-record.ts';
import { objectKey } from '../cache/identity.ts';
import type { ObservedForMs } from '../memory/build-memory.ts';
import { podNameOf, taskRunNameOf } from '../resources.ts';
import { recordedStatus } from '../status/recorded-status.ts';
import type { ClusterView } from './cluster-view.ts';
import type { Observation, ObservedWorkload, ReferencedBuilder } from './observation.ts';
import { observedPod, observedTaskRun } from './observed-workload.ts';

/** Cancels a Build. An annotation does that, because the spec of a Build is immutable. */
const CANCEL_ANNOTATION = 'taskpack.dev/cancel';

/** Collects what is known about a Build. Sends no request. */
export function observe(
  build: ActiveBuild,
  cluster: Omit<ClusterView, 'lagMs'>,
  observedForMs: ObservedForMs,
): Observation {
  const { object } = build;
  const workload = workloadOf(build, cluster);
  const recorded = recordedStatus(object);
  const isPodMissing = recorded.recreation?.reason === 'PodNotCreated' || lacksPod(workload);
  const timeLimitSeconds = objectAt(object, 'spec')['activeDeadlineSeconds'];
  const cancel = objectAt(object.metadata, 'annotations')[CANCEL_ANNOTATION];
  return {
    build,
    recorded,
    ...(typeof timeLimitSeconds === 'number' && { timeLimitSeconds }),
    isCancelled: cancel !== undefined && cancel !== 'false',
    ...(workload !== undefined && { workload }),
    ...(isPodMissing && { podNotCreatedForMs: observedForMs('Pod not created') }),
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

/** True if Tekton could not create the Pod of a TaskRun (tektoncd/pipeline, pkg/pod/status.go). */
function lacksPod(workload: ObservedWorkload | undefined): boolean {
  const state = workload?.progress.state;
  return state?.kind === 'failed' && state.reason === 'PodCreationFailed';
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
