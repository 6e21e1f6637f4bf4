import { makeEvent, type EventDetails, type Reporter } from '../kube/client/event.ts';
import type { KubeClient } from '../kube/client/kube-client.ts';
import { apiVersionOf, EVENTS, type Resource } from '../kube/client/resource.ts';
import { isJsonList, isJsonObject, type JsonObject } from '../model/json.ts';
import type { Clock } from '../runtime/clock.ts';
import type { StatusOwner } from './status.ts';

/** Records an Event (client-go's EventRecorder). Returns at once; a failure to write the Event never fails the caller. */
export type RecordEvent = (event: EventDetails) => void;

export interface EventRecorderOptions {
  readonly client: Pick<KubeClient, 'create'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Returns a number from 0 up to, but not including, 1: part of an Event's name. */
  readonly random: () => number;
  readonly reporter: Reporter;
  /** Receives the error of an Event that could not be written. */
  readonly report: (error: unknown) => void;
}

/** Creates a recorder that writes Events to the API server. */
export function eventRecorder({ client, clock, random, reporter, report }: EventRecorderOptions): RecordEvent {
  return (happening) => {
    const event = makeEvent(happening, reporter, clock.now(), random());
    client.create(EVENTS, event).catch(report);
  };
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
