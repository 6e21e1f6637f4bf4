import { phaseContainers, podContainers, type PodContainer } from '../../../translators/progress/pod-containers.ts';
import { READY_ANNOTATION } from '../../../translators/phases/workload-metadata.ts';
import { TEKTON_READY_ANNOTATION } from '../../../translators/tekton/tekton-pod.ts';
import { IMAGE_PULL_REASONS } from '../../core/model/image-pull-reasons.ts';
import type { Build } from '../../core/model/objects/build.ts';
import type { Pod, PodEvent } from '../../core/model/objects/pod.ts';
import { buildPhases, runningPhase } from './build-phases.ts';
import { conditionOf, type ConditionView } from './conditions.ts';
import { annotationOf, objectView } from './object-view.ts';

/** The phase of an unfinished Build or its wait. `since` (RFC 3339) is absent if the start is not known. */
export type ActivityView = { readonly since?: string } & (
  | { readonly kind: 'phase'; readonly phase: string }
  | {
      /**
       * `controller`: no controller has observed the Build. `workload`: the Build has no Pod. `queue`: a controller holds the Pod
       * back. `scheduler`: the Pod has no node. `node`: the node prepares volumes and pulls images. `image-pull`: an image cannot be
       * pulled. `container`: a container cannot start. `sidecars`: injected containers are not ready. `hand-off`: the next phase
       * starts. `result`: the controller records the result.
       */
      readonly kind: WaitKind;
      /** The awaited thing, as a clause after "waits for". */
      readonly wanted: string;
      /** The reason and message of the scheduler, the kubelet or the controller. */
      readonly details?: string;
    }
);

type WaitKind =
  | 'controller'
  | 'workload'
  | 'queue'
  | 'scheduler'
  | 'node'
  | 'image-pull'
  | 'container'
  | 'sidecars'
  | 'hand-off'
  | 'result';

/** Returns the name of the phase that runs, or a clause that starts with "waits for". */
export function activityText(activity: ActivityView): string {
  if (activity.kind === 'phase') return activity.phase;
  const { wanted, details } = activity;
  return `waits for ${wanted}${details === undefined ? '' : `: ${details}`}`;
}

/** A Build and what is known about its workload. */
export interface ActivityInput {
  /** Absent if the cluster has no Build, only the Pod of a translated Build. */
  readonly build?: Build;
  readonly pod?: Pod;
  /** Events (v1) about the Pod, in any order. */
  readonly events?: readonly PodEvent[];
}

/** Returns what an unfinished Build does or waits for. */
export function activityView({ build, pod, events = [] }: ActivityInput): ActivityView {
  if (pod === undefined) return withoutPod(build);
  const containers = podContainers(pod);
  return beforeNode(pod) ?? problemOf(containers) ?? beforePhases(pod, containers, events) ?? inPhases(pod);
}

function withoutPod(build: Build | undefined): ActivityView {
  const since = sinceOf(build && objectView(build).createdAt);
  if (build === undefined) return { kind: 'workload', wanted: 'its Pod', ...since };
  const succeeded = conditionOf(build, 'Succeeded');
  if (succeeded === undefined) return { kind: 'controller', wanted: 'a controller that runs Builds', ...since };
  const known = waitInCondition(succeeded) ?? inRecordedPhases(build);
  return { ...since, ...(known ?? beforeFirstPhase(build, succeeded)) };
}

/** Returns a wait whose reason the controller has copied from the Pod. */
function waitInCondition({ reason = '', message }: ConditionView): ActivityView | undefined {
  const details = detailsOf(reason, message);
  if (reason === 'SchedulingGated') return { kind: 'queue', wanted: 'its turn in a queue' };
  if (reason === 'Unschedulable') return { kind: 'scheduler', wanted: 'a node', ...details };
  return IMAGE_PULL_REASONS.includes(reason) ? { kind: 'image-pull', wanted: 'an image', ...details } : undefined;
}

/** Returns what a Build does by the phases in its status; `undefined` if no phase has started. */
function inRecordedPhases(build: Build): ActivityView | undefined {
  const phases = buildPhases(build, false, 0);
  const running = runningPhase(phases);
  if (running !== undefined) return { kind: 'phase', phase: running.name, ...sinceOf(running.startedAt) };
  const [ended, next] = phases.slice(phases.findLastIndex((phase) => 'exitCode' in phase));
  if (ended === undefined || !('exitCode' in ended)) return undefined;
  const since = sinceOf(ended.finishedAt);
  return next?.state === 'waiting'
    ? { kind: 'hand-off', wanted: `${next.name} to start`, ...since }
    : { kind: 'result', wanted: 'the result', ...since };
}

/** The Pod can exist and not be at hand, for example because the user may not read it. */
function beforeFirstPhase(build: Build, { reason, message }: ConditionView): ActivityView {
  if (build.status.podName === undefined) {
    return { kind: 'workload', wanted: 'its Pod', ...detailsOf(reason, message) };
  }
  const isOrdinary = reason === undefined || ORDINARY_REASONS.has(reason) || TEKTON_REASONS.has(reason);
  return { kind: 'node', wanted: 'its first phase', ...(isOrdinary ? {} : detailsOf(reason, message)) };
}

/** The reasons of a TaskRun that starts (tektoncd/pipeline, pkg/apis/pipeline/v1, TaskRunReason). */
const TEKTON_REASONS: ReadonlySet<string> = new Set(['Pending', 'Running', 'Started']);

function beforeNode(pod: Pod): ActivityView | undefined {
  const since = sinceOf(objectView(pod).createdAt);
  const scheduled = conditionOf(pod, 'PodScheduled');
  const gates = pod.spec.schedulingGates.map(({ name = '' }) => name);
  if (gates.length > 0) return { kind: 'queue', wanted: `its turn in a queue (${gates.join(', ')})`, ...since };
  if (scheduled?.status === 'False') {
    return { kind: 'scheduler', wanted: 'a node', ...detailsOf(scheduled.reason, scheduled.message), ...since };
  }
  const hasNode = scheduled?.status === 'True' || pod.spec.nodeName !== undefined;
  return hasNode ? undefined : { kind: 'scheduler', wanted: 'the scheduler', ...since };
}

/** Containers that only wait for their turn have these reasons. */
const ORDINARY_REASONS: ReadonlySet<string> = new Set(['ContainerCreating', 'PodInitializing']);

function problemOf(containers: readonly PodContainer[]): ActivityView | undefined {
  for (const { name, image, state } of containers) {
    if (state.kind !== 'waiting' || state.reason === undefined || ORDINARY_REASONS.has(state.reason)) continue;
    const details = detailsOf(state.reason, state.message);
    return IMAGE_PULL_REASONS.includes(state.reason)
      ? { kind: 'image-pull', wanted: `image ${image} of container ${name}`, ...details }
      : { kind: 'container', wanted: `container ${name}`, ...details };
  }
  return undefined;
}

function beforePhases(
  pod: Pod,
  containers: readonly PodContainer[],
  events: readonly PodEvent[],
): ActivityView | undefined {
  const [first] = phaseContainers(pod);
  const started = first !== undefined && first.state.kind !== 'waiting';
  const pending = containers.filter(isAwaited).map(({ name }) => name);
  const isGateOpen = GATE_ANNOTATIONS.some((name) => annotationOf(pod, name) !== undefined);
  if (first?.state.kind === 'running' && first.role === 'sidecar' && !isGateOpen && pending.length > 0) {
    const sidecars = `${pending.length === 1 ? 'sidecar' : 'the sidecars'} ${pending.join(', ')}`;
    return { kind: 'sidecars', wanted: `${sidecars} to be ready`, ...sinceOf(first.state.startedAt) };
  }
  if (started) return undefined;
  const since = sinceOf(conditionOf(pod, 'PodScheduled')?.since);
  const waited = containers.find(
    ({ phase, role, state }) => phase === undefined && role === 'init' && state.kind === 'running',
  );
  if (waited !== undefined) return { kind: 'node', wanted: `init container ${waited.name}`, ...since };
  const node = pod.spec.nodeName;
  return { kind: 'node', wanted: node === undefined ? 'its node' : `node ${node}`, ...eventDetails(events), ...since };
}

/**
 * True if an injected sidecar keeps the first phase from its start. The kubelet starts the phases as soon as a native sidecar has
 * started, whether or not it is ready.
 */
function isAwaited({ phase, role, isOfTask, started, ready }: PodContainer): boolean {
  if (phase !== undefined || role === 'init' || isOfTask) return false;
  return role === 'native-sidecar' ? !started : !ready;
}

/** The controllers of taskpack and Tekton let the first phase run with these annotations. */
const GATE_ANNOTATIONS = [READY_ANNOTATION, TEKTON_READY_ANNOTATION];

/** Returns what the kubelet does, from its newest event, such as `Pulling image "…"` or why a volume cannot be mounted. */
function eventDetails(events: readonly PodEvent[]): { readonly details?: string } {
  const newest = events.toSorted((one, other) => (eventTime(one) < eventTime(other) ? 1 : -1))[0];
  if (newest === undefined) return {};
  const { type, reason, message } = newest;
  if (type === 'Warning') return detailsOf(reason, message);
  return reason === 'Pulling' ? detailsOf(undefined, message) : {};
}

function eventTime({ series, lastTimestamp, eventTime: first, metadata }: PodEvent): string {
  return series.lastObservedTime ?? lastTimestamp ?? first ?? metadata.creationTimestamp ?? '';
}

function inPhases(pod: Pod): ActivityView {
  const phases = phaseContainers(pod);
  const failed = phases.find(({ state }) => state.kind === 'terminated' && state.exitCode !== 0);
  const index = phases.findIndex(({ state }) => state.kind !== 'terminated');
  const current = phases[index];
  const released = phases.at(index < 0 ? -1 : index - 1)?.state;
  const releasedAt = released?.kind === 'terminated' ? released.finishedAt : undefined;
  if (current === undefined || failed !== undefined) {
    return { kind: 'result', wanted: 'the result', ...sinceOf(releasedAt) };
  }
  const { phase, state } = current;
  if (state.kind !== 'running') return { kind: 'hand-off', wanted: `${phase} to start`, ...sinceOf(releasedAt) };
  // Regular containers start together, so a phase starts when its predecessor ends.
  const since = [state.startedAt ?? '', index === 0 ? '' : (releasedAt ?? '')].toSorted().at(-1);
  return { kind: 'phase', phase, ...sinceOf(since) };
}

function sinceOf(since: string | undefined): { readonly since?: string } {
  return since === undefined || since === '' ? {} : { since };
}

function detailsOf(reason: string | undefined, message: string | undefined): { readonly details?: string } {
  const texts = [reason, message].filter((text) => text !== undefined);
  return texts.length === 0 ? {} : { details: texts.join(': ') };
}
