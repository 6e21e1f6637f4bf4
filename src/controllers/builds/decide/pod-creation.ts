import { DENIAL_TIMEOUT_MS, podCreationDenial } from '../failure/denial.ts';
import type { Observation, ObservedTaskRun } from '../observe/observation.ts';
import { RETRYING_REASON, type Decision } from './decision.ts';
import { retryLimitSeconds } from '../../../model/wait-limits.ts';
import { replace } from './workload-end.ts';

/** The TaskRun is replaced after this time, then after twice as long each time. */
const MIN_DELAY_MS = 2000;
const MAX_DELAY_MS = 60_000;

/**
 * Replaces a TaskRun whose Pod Tekton could not create for a temporary reason, because Tekton does not retry. Returns
 * `undefined` for any other TaskRun, and if the cause is permanent.
 */
export function decideOnMissingPod(workload: ObservedTaskRun, observation: Observation): Decision | undefined {
  const { recorded, retryingForMs, isCancelled, isTerminating, observedForMs } = observation;
  const { progress, stop, uid, gracePeriodMs } = workload;
  if (recorded.recreation?.of === uid) return replace(workload, observation);
  const { state } = progress;
  if (state.kind !== 'failed' || retryingForMs === undefined) return undefined;
  if (state.reason !== 'PodCreationFailed' || stop !== undefined || gracePeriodMs !== undefined) return undefined;
  const { message = '' } = state;
  const denial = podCreationDenial(message);
  if (denial === 'permanent') return undefined;
  if (isCancelled) return { kind: 'fail', cause: { kind: 'cancelled' }, workload };
  if (isTerminating) return { kind: 'fail', cause: { kind: 'deleted' }, workload };
  const seconds = retryLimitSeconds(observation);
  const leftMs = seconds * 1000 - retryingForMs;
  if (leftMs <= 0) return { kind: 'fail', cause: { kind: 'workload-not-created', message, seconds }, workload };
  if (denial === 'unclear' && retryingForMs >= DENIAL_TIMEOUT_MS) return undefined;
  const failedForMs = observedForMs(`failure of ${uid}`);
  const delayMs = Math.min(Math.max(retryingForMs - failedForMs, MIN_DELAY_MS), MAX_DELAY_MS);
  if (failedForMs >= delayMs) return { kind: 'recreate', workload, reason: 'PodNotCreated', message };
  const requeueAfterMs = Math.min(delayMs - failedForMs, leftMs);
  return { kind: 'wait', because: { reason: RETRYING_REASON, message }, requeueAfterMs };
}
