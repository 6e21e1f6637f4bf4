import type { BuildProgress } from '../../../model/build-progress.ts';
import { isJsonObject, type JsonObject } from '../../../model/json.ts';
import { objectsAt } from '../../../model/json-field.ts';
import { conditionsSince } from '../../cluster/conditions.ts';
import type { BuildState } from './build-state.ts';
import { succeeded } from './condition.ts';
import { steps } from './steps.ts';
import { stepsCompleted, stepStates } from './step-states.ts';

/** A Build as far as its next status depends on it. */
export interface BuildOfStatus {
  readonly metadata: { readonly name: string; readonly generation?: unknown };
  readonly status?: unknown;
}

/** Fields that only the end of a Build has. */
const OF_THE_END: ReadonlySet<string> = new Set([
  'buildMetadata',
  'failure',
  'latestCacheImage',
  'latestImage',
  'lifecycleVersion',
  'stack',
]);

/** Fields that tell how far one workload is. */
const OF_PROGRESS: readonly string[] = ['stepStates', 'stepsCompleted', 'steps'];

/**
 * The whole next status of a Build. What is known of a workload stays when the workload has gone, and so do fields of
 * others; `now` is when what is new in the conditions became so.
 */
export function buildStatus({ metadata, status }: BuildOfStatus, state: BuildState, now: string): JsonObject {
  const before = isJsonObject(status) ? status : {};
  const { generation } = metadata;
  const progress = 'progress' in state ? state.progress : undefined;
  return {
    ...kept(before, progress === undefined ? OF_THE_END : new Set([...OF_THE_END, ...OF_PROGRESS])),
    ...(typeof generation === 'number' && { observedGeneration: generation }),
    conditions: conditionsSince(objectsAt(before, 'conditions'), [succeeded(state)], now).map((one) => ({ ...one })),
    ...(state.backend !== undefined && { backend: state.backend }),
    ...(state.taskRunName !== undefined && { taskRunName: state.taskRunName }),
    ...(progress !== undefined && workload(progress)),
    ...(state.kind === 'succeeded' && { ...state.image }),
    ...(state.kind === 'failed' && { failure: { ...state.failure } }),
  };
}

/** kpack leaves out lists that are empty. */
function workload(progress: BuildProgress): JsonObject {
  const { podName } = progress;
  const states = stepStates(progress);
  const completed = stepsCompleted(progress);
  return {
    ...(podName !== undefined && { podName }),
    ...(states.length > 0 && { stepStates: states }),
    ...(completed.length > 0 && { stepsCompleted: completed }),
    ...(progress.phases.length > 0 && { steps: steps(progress) }),
  };
}

function kept(status: JsonObject, without: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(status).filter(([field]) => !without.has(field)));
}
