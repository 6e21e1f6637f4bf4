import { phaseContainers, podContainers } from '../../../translators/progress/pod-containers.ts';
import type { Build } from '../../core/model/objects/build.ts';
import type { Pod } from '../../core/model/objects/pod.ts';
import type { PhaseView } from './build-phases.ts';
import { conditionOf } from './conditions.ts';
import { elapsedMs } from './duration.ts';
import { neverRan, type FailureView } from './failure-view.ts';

/** A segment of the time of a Build. Kubernetes reports whole seconds, so a segment of less than a second can be absent. */
export type Segment = SegmentLabel & {
  /** RFC 3339. */
  readonly startedAt: string;
  /** Absent if the segment continues. */
  readonly finishedAt?: string;
  /** Up to now if the segment continues. */
  readonly durationMs: number;
};

/** The use of a segment. */
export type SegmentLabel =
  | { readonly kind: 'phase'; readonly phase: string; readonly state: PhaseView['state'] | 'not-started' }
  /** All time before the first phase, if the Pod that would divide it is not known. */
  | { readonly kind: 'starting' }
  /** The Build ended before it had a Pod. */
  | { readonly kind: 'not-started' }
  /** The Build has no Pod. */
  | { readonly kind: 'creating-pod' }
  /** The Pod has no node, for example because a queue such as Kueue holds it back. */
  | { readonly kind: 'scheduling' }
  /** The node prepares volumes, pulls images and runs init containers. */
  | { readonly kind: 'pulling' }
  /** The first phase waits for injected sidecars. */
  | { readonly kind: 'sidecars' }
  /** The time between two phases. */
  | { readonly kind: 'hand-off' }
  /** The time from the start of the workload to the first phase, in a Pod without other containers. */
  | { readonly kind: 'first-phase' }
  /** The time from the last phase until the status has the result. */
  | { readonly kind: 'finishing' };

/** The words for the time in which no phase runs. */
const WAITS = {
  starting: '(until the first container starts)',
  'not-started': '(no container started)',
  'creating-pod': '(until the Pod exists)',
  scheduling: '(until the Pod has a node)',
  pulling: '(volumes, images and init containers)',
  sidecars: '(until the sidecars are ready)',
  'hand-off': '(between phases)',
  'first-phase': '(until the first phase starts)',
  finishing: '(until the result is recorded)',
} as const;

/** Returns the name of a phase, or the words for a time in which no phase runs. */
export function segmentText(segment: SegmentLabel): string {
  return segment.kind === 'phase' ? segment.phase : WAITS[segment.kind];
}

/** The Build whose time is divided. */
export interface Timeline {
  readonly build: Build;
  readonly phases: readonly PhaseView[];
  /** When the Build ended. Absent if it has not ended. */
  readonly finishedAt?: string;
  readonly pod?: Pod;
  /** Why the Build failed. */
  readonly failure?: Pick<FailureView, 'reason' | 'phase'>;
  readonly nowMs: number;
}

/** A segment up to `to`. Without `to`, the segment is the last one, up to the end of the Build or up to now. */
interface SegmentUpTo {
  readonly label: SegmentLabel;
  readonly to: string | undefined;
}

/** Returns the segments of a Build's time, in order and without gaps. */
export function waterfall(timeline: Timeline): readonly Segment[] {
  const { finishedAt, nowMs } = timeline;
  const segments: Segment[] = [];
  let at = timeline.build.metadata.creationTimestamp;
  for (const { label, to } of [...segmentsBeforePhases(timeline), ...segmentsOfPhases(timeline)]) {
    if (at === undefined) break;
    const end = to ?? finishedAt;
    const until = end === undefined ? undefined : later(at, end);
    const durationMs = elapsedMs(at, until ?? nowMs) ?? 0;
    const segment = { ...label, startedAt: at, ...(until !== undefined && { finishedAt: until }), durationMs };
    if (label.kind === 'phase' || durationMs > 0 || until === undefined) segments.push(segment);
    at = to === undefined ? undefined : until;
  }
  return segments;
}

/** Returns the segments up to the start of the first phase. Milestones without a time are left out if a later one has a time. */
function segmentsBeforePhases({ build, phases, pod, failure }: Timeline): readonly SegmentUpTo[] {
  const released = startOf(phases[0]);
  // The container of the first phase can start earlier than the phase.
  const [first] = build.status.stepStates;
  // The Pod can be gone or lack the start of a container that never ran.
  const started = (pod && containerStart(pod)) ?? (first?.terminated ?? first?.running)?.startedAt ?? released;
  const hadPod = pod !== undefined || build.status.podName !== undefined;
  if (failure !== undefined && !hadPod && started === undefined) {
    return [{ label: { kind: 'not-started' }, to: undefined }];
  }
  const scheduled = pod && conditionOf(pod, 'PodScheduled');
  const segments: readonly SegmentUpTo[] =
    pod === undefined
      ? [{ label: { kind: 'starting' }, to: started }]
      : [
          { label: { kind: 'creating-pod' }, to: pod.metadata.creationTimestamp },
          { label: { kind: 'scheduling' }, to: scheduled?.status === 'True' ? scheduled.since : undefined },
          { label: neverStarted(failure, phases[0]) ?? { kind: 'pulling' }, to: started },
        ];
  const waiting: SegmentUpTo = { label: { kind: mayHaveSidecars(pod) ? 'sidecars' : 'first-phase' }, to: released };
  const all = [...segments, waiting];
  const known = all.findLastIndex(({ to }) => to !== undefined);
  return [...all.slice(0, known + 1).filter(({ to }) => to !== undefined), ...all.slice(known + 1, known + 2)];
}

function segmentsOfPhases({ phases, failure, finishedAt }: Timeline): readonly SegmentUpTo[] {
  const started = phases.filter((phase) => startOf(phase) !== undefined);
  const last = started.at(-1);
  if (last === undefined) return [];
  const segments = started.flatMap((phase, index): readonly SegmentUpTo[] => {
    const label: SegmentLabel = { kind: 'phase', phase: phase.name, state: endOf(phase, failure) };
    const segment: SegmentUpTo = { label, to: 'finishedAt' in phase ? phase.finishedAt : undefined };
    return index === 0 ? [segment] : [{ label: { kind: 'hand-off' }, to: startOf(phase) }, segment];
  });
  const isBetween = phases.some(({ state }) => state === 'waiting');
  const rest: SegmentLabel = neverStarted(failure, phases[phases.indexOf(last) + 1]) ?? {
    kind: isBetween ? 'hand-off' : 'finishing',
  };
  return [...segments, { label: rest, to: finishedAt }];
}

/** Returns the label of a failed phase without a start: the time before the failure is the attempt to start it. */
function neverStarted(failure: Timeline['failure'], phase: PhaseView | undefined): SegmentLabel | undefined {
  const isIt = phase?.state === 'skipped' && phase.name === failure?.phase && neverRan(failure.reason);
  return isIt ? { kind: 'phase', phase: phase.name, state: 'not-started' } : undefined;
}

/** The reasons for which a phase ends without its own failure. */
const INTERRUPTIONS: ReadonlySet<string> = new Set([
  'Cancelled',
  'Evicted',
  'NodeLost',
  'Preempted',
  'WorkloadDeleted',
]);

/** Returns how a phase ended. Its container can have an exit code although the phase never ran, or was stopped. */
function endOf({ state }: PhaseView, { reason }: Timeline['failure'] = {}): PhaseView['state'] | 'not-started' {
  if (state !== 'failed' && state !== 'stopped') return state;
  if (neverRan(reason)) return 'not-started';
  return INTERRUPTIONS.has(reason ?? '') ? 'stopped' : state;
}

function startOf(phase: PhaseView | undefined): string | undefined {
  return phase !== undefined && 'startedAt' in phase ? phase.startedAt : undefined;
}

function containerStart(pod: Pod): string | undefined {
  return (
    phaseContainers(pod)
      .flatMap(({ state }) => ('startedAt' in state ? (state.startedAt ?? []) : []))
      // Containers that containerd could not start have a start in 1970.
      .filter((time) => Date.parse(time) > 0)
      .toSorted()[0]
  );
}

/** Without the Pod, its containers are not known. Only sidecars let the first phase start later than its container. */
function mayHaveSidecars(pod: Pod | undefined): boolean {
  if (pod === undefined) return true;
  return podContainers(pod).some(({ phase, role }) => phase === undefined && role === 'sidecar');
}

/** Compares RFC 3339 times as text, which works because all are in UTC and whole seconds. */
function later(one: string, other: string): string {
  return one > other ? one : other;
}
