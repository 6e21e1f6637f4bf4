import type { EventDetails } from '../../clients/kube/client/event.ts';
import type { KubeClient } from '../../clients/kube/client/kube-client.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import type { Resource } from '../../clients/kube/client/resource.ts';
import type { JsonObject } from '../../core/model/json.ts';
import type { Priority } from '../../core/runtime/priority-queue.ts';
import { transitionEvents, type RecordEvent } from './events.ts';
import { writeStatus, type StatusOwner } from './status.ts';

/** The part of a controller's context that reports statuses. */
export interface StatusReporter {
  readonly client: Pick<KubeClient, 'patch'>;
  /** Records an Event. Without it, no Events are recorded. */
  readonly recordEvent?: RecordEvent;
}

export interface StatusReportOptions {
  readonly priority?: Priority;
  /** Selects the Events to record; all by default. */
  readonly select?: (events: readonly EventDetails[]) => readonly EventDetails[];
}

/**
 * Writes a status as `writeStatus` does, and records the Events of changed conditions. Resolves to the written object; `undefined` if
 * nothing changed.
 */
export async function reportStatus(
  { client, recordEvent }: StatusReporter,
  resource: Resource,
  owner: StatusOwner,
  status: JsonObject,
  { priority, select = (events) => events }: StatusReportOptions = {},
): Promise<KubeObject | undefined> {
  const written = await writeStatus(client, resource, owner, status, priority);
  if (written !== undefined) select(transitionEvents(resource, owner, status)).forEach((event) => recordEvent?.(event));
  return written;
}
