import type { KubeObject } from './kube-object.ts';
import { microTime } from './micro-time.ts';

/** Something to tell about an object. */
export interface Happening {
  readonly regarding: KubeObject;
  readonly type: 'Normal' | 'Warning';
  /** Why, in one word in upper camel case. */
  readonly reason: string;
  /** What was done, or attempted, in one word in upper camel case. */
  readonly action: string;
  readonly note: string;
}

/** Who tells it: the controller's name, and which of its processes. */
export interface Reporter {
  readonly controller: string;
  readonly instance: string;
}

/** The most bytes that `events.k8s.io/v1` takes. */
const LONGEST_NOTE = 1024;
const LONGEST_INSTANCE = 128;
const LONGEST_NAME = 253;

/** The Event that tells it. The moment and chance make its name, so that each is another. */
export function eventOf(happening: Happening, reporter: Reporter, now: number, random: number): KubeObject {
  const { regarding, type, reason, action, note } = happening;
  const { apiVersion, kind, metadata } = regarding;
  const { name, namespace, uid, resourceVersion } = metadata;
  const suffix = `.${Math.floor(now).toString(16)}${Math.floor(random * 0x1000000).toString(16)}`;
  return {
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata: {
      name: `${name.slice(0, LONGEST_NAME - suffix.length).replace(/[^a-z0-9]+$/, '')}${suffix}`,
      // Events of what has no namespace are in this one (Kubernetes API, Event v1).
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
    reportingInstance: reporter.instance.slice(0, LONGEST_INSTANCE),
  };
}

function shortened(note: string): string {
  const bytes = Buffer.from(note);
  if (bytes.length <= LONGEST_NOTE) return note;
  // A character that the cut goes through is left out; the ellipsis has three bytes.
  return `${bytes
    .subarray(0, LONGEST_NOTE - 3)
    .toString()
    .replace(/\uFFFD+$/, '')}…`;
}
