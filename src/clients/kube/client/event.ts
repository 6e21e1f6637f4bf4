import { type KubeObject, microTime } from './kube-object.ts';
import { withoutTrailing } from '../../../core/model/trailing.ts';

/** The content of an Event. */
export interface EventDetails {
  readonly regarding: KubeObject;
  readonly type: 'Normal' | 'Warning';
  /** The reason, one word in UpperCamelCase. */
  readonly reason: string;
  /** The action that was taken or attempted, one word in UpperCamelCase. */
  readonly action: string;
  readonly note: string;
}

/** The controller that reports, and its process. */
export interface Reporter {
  readonly controller: string;
  readonly instance: string;
}

/** The longest note that `events.k8s.io/v1` accepts. */
const MAX_NOTE_BYTES = 1024;
const MAX_INSTANCE_LENGTH = 128;
const MAX_NAME_LENGTH = 253;

/**
 * Returns an Event object (events.k8s.io/v1). The time and `random` make the name unique. `now` is in milliseconds
 * since 1970.
 */
export function makeEvent(details: EventDetails, reporter: Reporter, now: number, random: number): KubeObject {
  const { regarding, type, reason, action, note } = details;
  const { apiVersion, kind, metadata } = regarding;
  const { name, namespace, uid, resourceVersion } = metadata;
  const suffix = `.${Math.floor(now).toString(16)}${Math.floor(random * 0x1000000).toString(16)}`;
  return {
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata: {
      name: `${name.slice(0, MAX_NAME_LENGTH - suffix.length).replace(/(?<![^a-z0-9])[^a-z0-9]+$/, '')}${suffix}`,
      // Events about cluster-scoped objects are stored in this namespace (Kubernetes API, Event v1).
      namespace: typeof namespace === 'string' ? namespace : 'default',
    },
    regarding: {
      apiVersion,
      kind,
      name,
      ...(namespace !== undefined && { namespace }),
      ...(uid !== undefined && { uid }),
      ...(resourceVersion !== undefined && { resourceVersion }),
    },
    type,
    reason,
    action,
    note: shortened(note),
    eventTime: microTime(now),
    reportingController: reporter.controller,
    reportingInstance: reporter.instance.slice(0, MAX_INSTANCE_LENGTH),
  };
}

function shortened(note: string): string {
  const bytes = Buffer.from(note);
  if (bytes.length <= MAX_NOTE_BYTES) return note;
  // Drop a character that the cut splits. The ellipsis takes three bytes.
  return `${withoutTrailing(bytes.subarray(0, MAX_NOTE_BYTES - 3).toString(), '\uFFFD')}…`;
}
