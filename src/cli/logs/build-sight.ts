import type { KubeObject } from '../../kube/client/kube-object.ts';
import type { JsonObject } from '../../model/json.ts';
import { objectAt, objectsAt, textAt } from '../../model/json-field.ts';
import type { PodSight } from '../../logs/pod-sight.ts';

/** What is to be seen of a Build in a cluster. */
export interface BuildSight {
  /** `undefined` if there is none: its workload may have been printed by `taskpack translate`. */
  readonly build?: KubeObject;
  /** The one that is followed. */
  readonly pod: PodSight;
  /** That which was made in its place. */
  readonly successor?: KubeObject;
}

/** How a Build has ended. */
export type BuildEnd =
  { readonly kind: 'succeeded' } | { readonly kind: 'failed'; readonly message: string; readonly advice?: string };

/** What the Build's status says of its end; `undefined` as long as it goes on. */
export function buildEnd(build: KubeObject): BuildEnd | undefined {
  const status = objectAt(build, 'status');
  const succeeded = objectsAt(status, 'conditions').find(({ type }) => type === 'Succeeded');
  if (succeeded?.['status'] === 'True') return { kind: 'succeeded' };
  return succeeded?.['status'] === 'False' ? { kind: 'failed', ...whyFailed(status, succeeded) } : undefined;
}

/** Whether the Build's status says that it goes on: somebody writes it, and has not given the Build up. */
export function goesOn(build: KubeObject): boolean {
  const conditions = objectsAt(objectAt(build, 'status'), 'conditions');
  return conditions.some(({ type, status }) => type === 'Succeeded' && status === 'Unknown');
}

/** The next sight, where one pod is followed: it is that of the last one, as long as that is there. */
export function nextSight(last: PodSight, build: KubeObject | undefined, pods: readonly KubeObject[]): PodSight {
  if (last.kind === 'deleted') return last;
  if (last.kind === 'present') {
    const now = pods.find(({ metadata }) => metadata['uid'] === last.pod.metadata['uid']);
    return now === undefined ? { kind: 'deleted', pod: last.pod } : { kind: 'present', pod: now };
  }
  const pod = podOf(build, pods);
  if (pod !== undefined) return { kind: 'present', pod };
  return build === undefined || buildEnd(build) !== undefined ? { kind: 'never' } : { kind: 'absent' };
}

/** The pod that the Build goes on with after one that is gone: controllers make some pods once more. */
export function successorOf(
  last: PodSight,
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

/** The pod that the Build's status names, or else the latest with its label. */
function podOf(build: KubeObject | undefined, pods: readonly KubeObject[]): KubeObject | undefined {
  const name = build === undefined ? undefined : textAt(objectAt(build, 'status'), 'podName');
  return pods.find(({ metadata }) => metadata.name === name) ?? pods.toSorted(latestFirst)[0];
}

function latestFirst(one: KubeObject, other: KubeObject): number {
  return createdAt(one) < createdAt(other) ? 1 : -1;
}

function createdAt({ metadata }: KubeObject): string {
  return textAt(metadata, 'creationTimestamp') ?? '';
}

function whyFailed(status: JsonObject, condition: JsonObject): { readonly message: string; readonly advice?: string } {
  const failure = objectAt(status, 'failure');
  const advice = textAt(failure, 'advice');
  const message = textAt(condition, 'message') ?? textAt(failure, 'message') ?? textAt(condition, 'reason');
  return { message: message ?? 'its status does not say why', ...(advice !== undefined && { advice }) };
}
