import { makeEvent, type EventDetails, type Reporter } from '../../clients/kube/client/event.ts';
import type { KubeClient } from '../../clients/kube/client/kube-client.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import { apiVersionOf, type Resource } from '../../clients/kube/client/resource.ts';
import { EVENTS } from '../../clients/kube/client/resources.ts';
import { text } from '../../core/model/objects/reader.ts';
import { isJsonList, isJsonObject, type JsonObject } from '../../core/model/json.ts';
import type { Clock } from '../../core/runtime/clock.ts';
import { FairQueue } from '../../core/runtime/priority-queue.ts';
import type { StatusOwner } from './status.ts';

/**
 * Records an Event (client-go's EventRecorder) with a reason of `EVENT_REASONS` or of a condition. Returns at once; a failure to write
 * the Event never fails the caller.
 */
export type RecordEvent = (event: EventDetails) => void;

export interface EventRecorderOptions {
  readonly client: Pick<KubeClient, 'create'>;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  /** Returns a number from 0 up to, but not including, 1: part of an Event's name. */
  readonly random: () => number;
  readonly reporter: Reporter;
  /** Receives the error of an Event that could not be written. */
  readonly report: (error: unknown) => void;
}

/** Events are reports, so few are written at the same time: the API server has more urgent requests of many Builds. */
const MAX_RUNNING = 2;

/** More Events wait only if the API server does not answer. */
const MAX_WAITING = 10_000;

/** One namespace can cause Events faster than they are written. The Events of the other namespaces must have room. */
const MAX_WAITING_PER_NAMESPACE = 1000;

export interface EventRecorder {
  readonly recordEvent: RecordEvent;
  /** Resolves when the Events that wait are written, at the latest after this time in milliseconds. Drops later Events without a report. */
  readonly close: (timeoutMs: number) => Promise<void>;
}

/**
 * Creates a recorder that writes Events to the API server, one after the other if there are many. Namespaces have their turn one after
 * the other.
 */
export function eventRecorder({ client, clock, random, reporter, report }: EventRecorderOptions): EventRecorder {
  const waiting = new FairQueue<KubeObject>();
  /** The namespaces whose newest Event was dropped. Each is reported once, because the log has limits, too. */
  const dropping = new Set<string>();
  let running = 0;
  let isClosed = false;
  let onIdle: (() => void) | undefined;
  const reportFailure = (error: unknown): void => {
    if (!isClosed) report(error);
  };
  const next = (): KubeObject | undefined => (isClosed ? undefined : waiting.shift());
  const writeWaiting = async (): Promise<void> => {
    running += 1;
    for (let event = next(); event !== undefined; event = next()) {
      await client.create(EVENTS, event, { priority: 'low' }).catch(reportFailure);
    }
    running -= 1;
    if (running === 0) onIdle?.();
  };
  const idle = async (): Promise<void> => {
    if (running > 0) await new Promise<void>((resolve) => (onIdle = resolve));
  };
  const drop = (namespace: string): void => {
    if (!dropping.has(namespace)) reportFailure(new Error(tooManyEvents(namespace)));
    dropping.add(namespace);
  };
  return {
    recordEvent: (event) => {
      const namespace = text(event.regarding.metadata['namespace']) ?? '';
      const hasRoom = waiting.size() < MAX_WAITING && waiting.sizeOf(namespace) < MAX_WAITING_PER_NAMESPACE;
      if (!hasRoom) return drop(namespace);
      dropping.delete(namespace);
      waiting.push(makeEvent(event, reporter, clock.now(), random()), namespace);
      if (running < MAX_RUNNING) void writeWaiting();
    },
    close: async (timeoutMs) => {
      const timeout = new AbortController();
      await Promise.race([idle(), clock.sleep(timeoutMs, timeout.signal).catch(() => undefined)]);
      timeout.abort();
      isClosed = true;
    },
  };
}

function tooManyEvents(namespace: string): string {
  return `more than ${MAX_WAITING} Events, or ${MAX_WAITING_PER_NAMESPACE} of namespace '${namespace}', wait for the API server, so new ones are dropped`;
}

/** Returns one Event for each condition whose status differs between the owner's status and the next one. */
export function transitionEvents(resource: Resource, owner: StatusOwner, next: JsonObject): readonly EventDetails[] {
  const regarding = eventObject(resource, owner);
  const before = statusesOf(isJsonObject(owner.status) ? owner.status : {});
  return conditionsIn(next).flatMap((condition): readonly EventDetails[] => {
    const { type, status, reason, message } = condition;
    if (typeof type !== 'string' || before.get(type) === status) return [];
    const isTrue = status === 'True';
    return [
      {
        regarding,
        type: isTrue ? 'Normal' : 'Warning',
        reason: isTrue ? type : typeof reason === 'string' ? reason : `Not${type}`,
        action: 'Reconcile',
        note: typeof message === 'string' ? message : `${type} is now ${isTrue ? 'true' : 'not true'}`,
      },
    ];
  });
}

/** Returns the object for the `regarding` field of an Event. */
export function eventObject(resource: Resource, { metadata }: StatusOwner): EventDetails['regarding'] {
  const { name, namespace, uid } = metadata;
  return {
    apiVersion: apiVersionOf(resource),
    kind: resource.kind,
    metadata: {
      name,
      ...(typeof namespace === 'string' && { namespace }),
      ...(typeof uid === 'string' && { uid }),
    },
  };
}

function statusesOf(status: JsonObject): ReadonlyMap<unknown, unknown> {
  return new Map(conditionsIn(status).map((condition) => [condition['type'], condition['status']]));
}

function conditionsIn({ conditions }: JsonObject): readonly JsonObject[] {
  return conditions !== undefined && isJsonList(conditions) ? conditions.filter(isJsonObject) : [];
}
