import { isDeepStrictEqual } from 'node:util';
import type { KubeClient } from '../../clients/kube/client/kube-client.ts';
import { kubernetesTime, type KubeObject } from '../../clients/kube/client/kube-object.ts';
import type { Resource } from '../../clients/kube/client/resource.ts';
import { boundedText } from '../../core/model/bounded-messages.ts';
import { json, list } from '../../core/model/objects/reader.ts';
import { isJsonObject, plainJson, type JsonObject } from '../../core/model/json.ts';
import type { Outcome } from '../../core/runtime/controller.ts';
import type { Priority } from '../../core/runtime/priority-queue.ts';
import type { UnreadableObject } from './readable-cache.ts';

/** A condition as kpack writes it (Knative's shape). */
export interface Condition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason?: string;
  readonly message?: string;
  /** RFC 3339, in whole seconds. */
  readonly lastTransitionTime: string;
}

/** A condition before the time of its transition is known. */
export type NewCondition = Omit<Condition, 'lastTransitionTime'>;

/** A condition read from the cluster. Another controller may have written it, so any field can be missing. */
export type WrittenCondition = Partial<Readonly<Record<keyof Condition, unknown>>>;

/** The object whose status is written. */
export interface StatusOwner {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: unknown;
    readonly uid?: unknown;
    readonly resourceVersion?: unknown;
  };
  readonly status?: unknown;
}

/**
 * Returns the next conditions with their `lastTransitionTime`: the previous time for a condition whose status does not
 * change, `now` for all others (Kubernetes API conventions).
 */
export function withTransitionTimes(
  previous: readonly WrittenCondition[],
  next: readonly NewCondition[],
  now: string,
): readonly Condition[] {
  return next.map(withBoundedMessage).map((condition) => {
    const before = previous.find(({ type }) => type === condition.type);
    const time = before?.status === condition.status ? before.lastTransitionTime : undefined;
    return { ...condition, lastTransitionTime: typeof time === 'string' ? time : now };
  });
}

/** An object whose whole status a controller writes. */
interface ReportedObject {
  readonly metadata: { readonly generation?: number };
  readonly status?: { readonly conditions?: readonly WrittenCondition[] };
}

/** Returns a complete status: its content, and the conditions of the object's current generation. */
export function completeStatus(
  { metadata, status }: ReportedObject,
  content: object,
  next: readonly NewCondition[],
  nowMs: number,
): JsonObject {
  const conditions = withTransitionTimes(status?.conditions ?? [], next, kubernetesTime(nowMs));
  return plainJson({ ...content, observedGeneration: metadata.generation, conditions });
}

/**
 * The most characters of a condition's message. Messages quote images, objects and registries, which are untrusted, and a
 * status of more than 1.5 MB is not stored at all.
 */
const MAX_MESSAGE_LENGTH = 4_096;

function withBoundedMessage<T extends { readonly message?: string }>(condition: T): T {
  const { message = '' } = condition;
  return message.length > MAX_MESSAGE_LENGTH
    ? { ...condition, message: boundedText(message, MAX_MESSAGE_LENGTH) }
    : condition;
}

/** Writes into the status which fields of an object are invalid, if the object is unreadable. */
export async function reportUnreadable(
  client: Pick<KubeClient, 'patch'>,
  resource: Resource,
  unreadable: UnreadableObject | undefined,
  nowMs: number,
): Promise<Outcome> {
  if (unreadable !== undefined)
    await writeStatus(client, resource, unreadable.object, unreadableStatus(unreadable, nowMs));
  return { kind: 'done' };
}

/** Returns the previous status of an unreadable object, with Ready false. */
function unreadableStatus({ object, message }: UnreadableObject, nowMs: number): JsonObject {
  const status = json(object['status']);
  const { generation } = object.metadata;
  const ready = { type: 'Ready', status: 'False', reason: 'UnreadableObject', message } as const;
  const conditions = withTransitionTimes(list(json)(status['conditions']), [ready], kubernetesTime(nowMs));
  return {
    ...status,
    ...(typeof generation === 'number' && { observedGeneration: generation }),
    conditions: conditions.map((condition) => ({ ...condition })),
  };
}

/**
 * Writes the changed fields of a status in one merge patch. Resolves to the object as the API server returns it, or to
 * `undefined`, without a request, if nothing changed. Rejects with `KubeError` `CONFLICT` if the object has changed since
 * it was read; the caller then reconciles again with a newer cache.
 */
export async function writeStatus(
  client: Pick<KubeClient, 'patch'>,
  resource: Resource,
  { metadata, status }: StatusOwner,
  next: JsonObject,
  priority: Priority = 'normal',
): Promise<KubeObject | undefined> {
  const changes = mergePatch(isJsonObject(status) ? status : {}, next);
  if (changes === undefined) return undefined;
  const { name, namespace, resourceVersion } = metadata;
  const patch = { ...(typeof resourceVersion === 'string' && { metadata: { resourceVersion } }), status: changes };
  const target = { name, ...(typeof namespace === 'string' && { namespace }) };
  return client.patch(resource, target, patch, { subresource: 'status', priority });
}

/** Returns the JSON merge patch (RFC 7386) from one object to the other; `undefined` if they are equal. */
export function mergePatch(from: JsonObject, to: JsonObject): JsonObject | undefined {
  const removed = Object.keys(from).filter((key) => !Object.hasOwn(to, key));
  const changed = Object.entries(to).flatMap(([key, value]) => {
    const before = from[key];
    if (isDeepStrictEqual(before, value)) return [];
    if (!isJsonObject(before) || !isJsonObject(value)) return [[key, value] as const];
    return [[key, mergePatch(before, value) ?? {}] as const];
  });
  const entries = [...removed.map((key) => [key, null] as const), ...changed];
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
