import type { BuildProgress, ContainerProgress, PhaseProgress } from '../../../core/model/build-progress.ts';
import type { JsonObject } from '../../../core/model/json.ts';
import { json, list } from '../../../core/model/objects/reader.ts';
import { withTransitionTimes, type NewCondition } from '../../kit/status.ts';
import { conditionReason } from '../../../core/model/failures/explanations.ts';
import type { Failure } from '../failure/failure.ts';
import { waitingMessage } from '../failure/kpack-message.ts';
import type { BuiltImage } from './built-image.ts';
import type { Backend } from './recorded-status.ts';
import { runningPhase, stepsCompleted, stepStates, steps } from './steps.ts';

/** `Trusted` if the lifecycle in the builder image runs with the registry credentials of the Build. */
export type BuilderTrust = 'Trusted' | 'Untrusted';

/** The state of a Build and, if known, what runs it. */
export type BuildState = {
  readonly backend?: Backend;
  readonly taskRunName?: string;
  readonly builderTrust?: BuilderTrust;
  readonly isDebugged?: true;
} & (
  | { readonly kind: 'waiting'; readonly reason: string; readonly message?: string }
  | { readonly kind: 'in-progress'; readonly progress: BuildProgress }
  | { readonly kind: 'succeeded'; readonly progress: BuildProgress; readonly image: BuiltImage }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly progress?: BuildProgress }
);

/** The fields of a Build that its next status depends on. */
export interface StatusInput {
  readonly metadata: { readonly name: string; readonly generation?: unknown };
  readonly status?: unknown;
}

/** Only finished Builds have these fields. */
const RESULT_FIELDS: ReadonlySet<string> = new Set([
  'buildMetadata',
  'failure',
  'latestCacheImage',
  'latestImage',
  'lifecycleVersion',
  'stack',
]);

/** These fields show the progress of one workload. */
const PROGRESS_FIELDS: readonly string[] = ['phase', 'stepStates', 'stepsCompleted', 'steps'];

/**
 * Returns the complete next status of a Build. Without progress, the steps of the previous status stay; so do fields that
 * other controllers wrote.
 *
 * @param now RFC 3339: the transition time of conditions whose status changed
 */
export function buildStatus({ metadata, status }: StatusInput, state: BuildState, now: string): JsonObject {
  const previous = json(status);
  const { generation } = metadata;
  const progress = 'progress' in state ? state.progress : undefined;
  const before = list(json)(previous['conditions']);
  const conditions = withTransitionTimes(before, conditionsOf(state, before), now);
  return {
    ...without(previous, progress === undefined ? RESULT_FIELDS : new Set([...RESULT_FIELDS, ...PROGRESS_FIELDS])),
    ...(typeof generation === 'number' && { observedGeneration: generation }),
    conditions: conditions.map((condition) => ({ ...condition })),
    ...(state.backend !== undefined && { backend: state.backend }),
    ...(state.taskRunName !== undefined && { taskRunName: state.taskRunName }),
    ...(state.builderTrust !== undefined && { builderTrust: state.builderTrust }),
    ...(progress !== undefined && progressFields(progress)),
    ...(state.kind === 'succeeded' && { ...state.image }),
    ...(state.kind === 'failed' && failureFields(state.failure)),
  };
}

/** kpack omits empty lists. */
function progressFields(progress: BuildProgress): JsonObject {
  const { podName } = progress;
  const states = stepStates(progress);
  const completed = stepsCompleted(progress);
  const phase = runningPhase(progress);
  return {
    ...(podName !== undefined && { podName }),
    ...(states.length > 0 && { stepStates: states }),
    ...(completed.length > 0 && { stepsCompleted: completed }),
    ...(progress.phases.length > 0 && { steps: steps(progress) }),
    ...(phase !== undefined && { phase }),
  };
}

/** `phase` is the phase that runs, or the phase that failed. */
function failureFields(failure: Failure): JsonObject {
  return { ...(failure.phase !== undefined && { phase: failure.phase }), failure: { ...failure } };
}

function without(status: JsonObject, omitted: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(status).filter(([field]) => !omitted.has(field)));
}

type Details = Pick<NewCondition, 'reason' | 'message'>;

/** A Build stays marked as debugged if its workload, which shows that, is deleted. */
function conditionsOf(state: BuildState, before: readonly JsonObject[]): readonly NewCondition[] {
  const isDebugged = state.isDebugged === true || before.some(({ type }) => type === DEBUGGED.type);
  return isDebugged ? [succeededCondition(state), DEBUGGED] : [succeededCondition(state)];
}

/** A reader of the status must know that a user may have changed files by hand. */
const DEBUGGED: NewCondition = {
  type: 'Debugged',
  status: 'True',
  reason: 'DebugMode',
  message: 'the phases of this Build stop for "taskpack debug"',
};

/** Returns the Succeeded condition with kpack's reasons and messages (pkg/reconciler/build/build.go, conditionForPod). */
function succeededCondition(state: BuildState): NewCondition {
  switch (state.kind) {
    case 'waiting': {
      const { reason, message } = state;
      return { type: 'Succeeded', status: 'Unknown', reason, ...(message !== undefined && { message }) };
    }
    case 'in-progress':
      return { type: 'Succeeded', status: 'Unknown', ...waitingDetails(state.progress) };
    case 'succeeded':
      return { type: 'Succeeded', status: 'True', reason: 'Completed' };
    case 'failed': {
      const { reason, message } = state.failure;
      return { type: 'Succeeded', status: 'False', reason: conditionReason(reason), message };
    }
  }
}

/** A container without a status has no reason yet. */
const IGNORED_WHILE_PENDING: ReadonlySet<string | undefined> = new Set([undefined]);

/** Every container has these reasons before it starts, so in a running Pod they explain nothing. */
const IGNORED_WHILE_RUNNING: ReadonlySet<string | undefined> = new Set([
  undefined,
  'ContainerCreating',
  'PodInitializing',
]);

/** Returns why the workload does not start or continue: the first waiting container with a reason, else the platform. */
function waitingDetails({ state, phases, helpers, foreign }: BuildProgress): Details {
  switch (state.kind) {
    case 'pending':
      return firstWaiting([...helpers, ...phases, ...foreign], IGNORED_WHILE_PENDING) ?? detailsOf(state);
    case 'running':
      return firstWaiting([...phases, ...foreign], IGNORED_WHILE_RUNNING) ?? {};
    case 'succeeded':
    case 'failed':
      return {};
  }
}

function firstWaiting(
  containers: readonly (ContainerProgress | PhaseProgress)[],
  ignored: ReadonlySet<string | undefined>,
): Details | undefined {
  for (const container of containers) {
    if (container.kind !== 'waiting' || ignored.has(container.reason)) continue;
    // kpack has a default message for phases only.
    return { ...('phase' in container && { message: waitingMessage(container.container) }), ...detailsOf(container) };
  }
  return undefined;
}

function detailsOf({ reason, message }: Details): Details {
  return { ...(reason !== undefined && { reason }), ...(message !== undefined && { message }) };
}
