import { eventOf, type Happening, type Reporter } from '../../kube/client/event.ts';
import type { KubeClient } from '../../kube/client/kube-client.ts';
import { EVENTS } from '../../kube/client/resources.ts';
import type { Collaborators } from '../../kube/collaborators.ts';

/** Tells what happened to an object. Nobody waits for it, and nothing fails because it did. */
export type RecordEvent = (happening: Happening) => void;

export interface EventRecorderOptions {
  readonly client: Pick<KubeClient, 'create'>;
  readonly collaborators: Pick<Collaborators, 'now' | 'random'>;
  readonly reporter: Reporter;
  /** An Event that could not be written. */
  readonly report: (error: unknown) => void;
}

/** Writes Events by the API server. */
export function eventRecorder({ client, collaborators, reporter, report }: EventRecorderOptions): RecordEvent {
  return (happening) => {
    const event = eventOf(happening, reporter, collaborators.now(), collaborators.random());
    client.create(EVENTS, event).catch(report);
  };
}
