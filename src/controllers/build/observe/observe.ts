import { objectAt } from '../../../model/json-field.ts';
import type { KnownBuilder } from '../../../resolver/world.ts';
import type { ActiveBuild } from '../kept/build-record.ts';
import { builderReference, type BuilderReference } from '../kept/builder-reference.ts';
import { keyIn } from '../kept/identity.ts';
import type { PodRecord } from '../kept/pod-record.ts';
import type { SeenFor } from '../kept/sightings.ts';
import type { TaskRunRecord } from '../kept/task-run-record.ts';
import type { Observation, ObservedWorkload, ReferredBuilder } from './observation.ts';
import { observedPod, observedTaskRun } from './observed-workload.ts';
import { recordedStatus } from './recorded-status.ts';
import { podNameOf, taskRunNameOf } from './workload-names.ts';

/** What is known of the cluster, with what this process has just written. */
export interface Known {
  readonly pod: (key: string) => PodRecord | undefined;
  readonly taskRun: (key: string) => TaskRunRecord | undefined;
  readonly builder: (reference: BuilderReference) => KnownBuilder | undefined;
  /** Why a builder that is there is not known. */
  readonly complaintOfBuilder: (reference: BuilderReference) => string | undefined;
  readonly isTektonServed: () => boolean | undefined;
}

/** By whose annotation a Build is cancelled: its spec is not to be changed. */
const CANCEL_ANNOTATION = 'taskpack.dev/cancel';

/** Looks at everything that concerns a Build; asks nobody. */
export function observe(build: ActiveBuild, known: Known, seenFor: SeenFor): Observation {
  const { object } = build;
  const workload = workloadOf(build, known);
  const timeLimit = objectAt(object, 'spec')['activeDeadlineSeconds'];
  const cancel = objectAt(object.metadata, 'annotations')[CANCEL_ANNOTATION];
  return {
    build,
    recorded: recordedStatus(build),
    ...(typeof timeLimit === 'number' && { timeLimit }),
    isCancelled: cancel !== undefined && cancel !== 'false',
    ...(workload !== undefined && { workload }),
    builder: builderOf(build, known),
    isTektonServed: known.isTektonServed(),
    seenFor,
  };
}

/** Found by name, and ours only if the Build's uid is on it: an older Build of that name may have left one. */
function workloadOf({ namespace, name, uid }: ActiveBuild, known: Known): ObservedWorkload | undefined {
  const taskRun = known.taskRun(keyIn(namespace, taskRunNameOf(name)));
  if (taskRun?.owner?.uid === uid) {
    const its = taskRun.podName === undefined ? undefined : known.pod(keyIn(namespace, taskRun.podName));
    return observedTaskRun(taskRun, its?.owner?.uid === taskRun.uid ? its : undefined);
  }
  const pod = known.pod(keyIn(namespace, podNameOf(name)));
  return pod?.owner?.uid === uid ? observedPod(pod) : undefined;
}

function builderOf(build: ActiveBuild, known: Known): ReferredBuilder {
  const reference = builderReference(build);
  if (reference === undefined) return { kind: 'image' };
  const builder = known.builder(reference);
  if (builder === undefined) {
    const complaint = known.complaintOfBuilder(reference);
    return complaint === undefined ? { kind: 'missing', reference } : { kind: 'not-ready', reference, complaint };
  }
  if ((builder.status?.latestImage ?? '') !== '') return { kind: 'ready', builder };
  const complaint = complaintOf(builder);
  return { kind: 'not-ready', reference, ...(complaint !== undefined && { complaint }) };
}

/** Why it is not ready, in its own words. */
function complaintOf({ status }: KnownBuilder): string | undefined {
  return status?.conditions?.find(({ type, status: is }) => type === 'Ready' && is === 'False')?.message;
}
