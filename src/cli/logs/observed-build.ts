import { controllerOf, type KubeObject } from '../../clients/kube/client/kube-object.ts';
import type { ObservedValue } from '../../insight/logs/observed-value.ts';
import type { ObservedPod } from '../../insight/logs/pod-log.ts';
import { succeededCondition, type StatusCondition } from '../../core/model/conditions.ts';
import { defined } from '../../core/model/defined.ts';
import { asBuild } from '../../core/model/objects/build.ts';
import { createdAt } from '../image-builds.ts';
import { ownSentence } from '../../insight/views/own-sentence.ts';

/** The observed state of a Build and of the Pod whose log is printed. */
export interface ObservedBuild {
  /** Absent if the cluster has no such Build: `taskpack translate` may have printed its workload. */
  readonly build?: KubeObject;
  /** The Pod whose log is printed. */
  readonly pod: ObservedPod;
  /** The Pod that replaces a deleted Pod. */
  readonly successor?: KubeObject;
}

/** The result of a finished Build. */
export type BuildEnd =
  | { readonly kind: 'succeeded' }
  | { readonly kind: 'failed'; readonly message: string; readonly advice?: string };

/** Returns the result in the Build's status, or `undefined` if the Build is not finished. */
export function buildEnd(build: KubeObject): BuildEnd | undefined {
  const succeeded = succeededCondition(build);
  if (succeeded?.status === 'True') return { kind: 'succeeded' };
  return succeeded?.status === 'False' ? { kind: 'failed', ...whyFailed(build, succeeded) } : undefined;
}

/** True if a controller has written the Build's status and the Build is not finished. */
export function isRunning(build: KubeObject): boolean {
  return succeededCondition(build)?.status === 'Unknown';
}

/** Returns the next state of the followed Pod. A Pod is followed until it is deleted, even if the Build has a newer Pod. */
export function nextPodState(
  last: ObservedPod,
  build: KubeObject | undefined,
  pods: readonly KubeObject[],
): ObservedPod {
  if (last.kind === 'deleted') return last;
  if (last.kind === 'present') {
    const now = pods.find(({ metadata }) => metadata['uid'] === last.pod.metadata['uid']);
    return now === undefined ? { kind: 'deleted', pod: last.pod } : { kind: 'present', pod: now };
  }
  const pod = podOf(build, pods);
  if (pod !== undefined) return { kind: 'present', pod };
  return build === undefined || buildEnd(build) !== undefined ? { kind: 'never' } : { kind: 'absent' };
}

/** Returns the Pod that replaces a deleted Pod. Controllers recreate some Pods. */
export function successorOf(
  last: ObservedPod,
  build: KubeObject | undefined,
  pods: readonly KubeObject[],
): KubeObject | undefined {
  if (last.kind !== 'deleted' || build === undefined) return undefined;
  const since = createdAt(last.pod);
  return podOf(
    build,
    pods.filter((pod) => createdAt(pod) >= since),
  );
}

/**
 * Returns the Pod that the Build's status names. If the status names none, or there is no Build, returns the newest Pod with
 * the Build's label. A Pod that an older Build with the same name left behind does not count.
 */
function podOf(build: KubeObject | undefined, pods: readonly KubeObject[]): KubeObject | undefined {
  const name = build === undefined ? undefined : asBuild(build).status.podName;
  if (name !== undefined) return pods.find(({ metadata }) => metadata.name === name);
  return pods
    .filter((pod) => mayBelongTo(build, pod))
    .toSorted((one, other) => (createdAt(one) < createdAt(other) ? 1 : -1))[0];
}

/** Judges a TaskRun's Pod by its age, because the Pod's owner is the TaskRun. */
function mayBelongTo(build: KubeObject | undefined, pod: KubeObject): boolean {
  if (build === undefined) return true;
  const controller = controllerOf(pod);
  return controller?.kind === 'Build' ? controller.uid === build.metadata['uid'] : createdAt(pod) >= createdAt(build);
}

function whyFailed(
  build: KubeObject,
  condition: StatusCondition,
): { readonly message: string; readonly advice?: string } {
  const { failure } = asBuild(build).status;
  const message = condition.message ?? failure?.message ?? condition.reason ?? 'its status has no message';
  return { message: ownSentence(message) ?? message, ...defined({ advice: failure?.advice }) };
}

/** A Build and all Pods with its label. */
export interface BuildAndPods {
  /** Absent if the cluster has no such Build: `taskpack translate` may have printed its workload. */
  readonly build?: KubeObject;
  readonly pods: readonly KubeObject[];
}

/** Follows one Pod of a Build: the given Pod, or else the first Pod of the Build. */
export function observePod(
  seen: ObservedValue<BuildAndPods>,
  followed: ObservedPod = { kind: 'absent' },
): ObservedValue<ObservedBuild> {
  let pod = followed;
  return {
    now: () => {
      const { build, pods } = seen.now();
      pod = nextPodState(pod, build, pods);
      const successor = successorOf(pod, build, pods);
      return { ...(build && { build }), pod, ...(successor && { successor }) };
    },
    changed: seen.changed,
  };
}
